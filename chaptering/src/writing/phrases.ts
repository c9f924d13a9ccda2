import { isEdge, isGeneral, isGivenName, isThing, LINKS, canBePhrase } from './phrase-words.ts';
import { type SpeechProfile, stemCounts } from './speech.ts';
import type { WordToken, WordProfile } from './word-profile.ts';

/** A phrase of a stretch of speech, with how well it names that stretch. */
export type Phrase = { text: string; stems: readonly string[]; score: number; words: number };

/**
 * Phrase weights, tuned by comparison with people's titles on half of the talks. `size` by subject words; `decay` in
 * sentences; `early` weights the first sentence, `once` single occurrences.
 */
const WEIGHTS = {
  decay: 5,
  early: 3.5,
  spread: 0.4,
  length: 0.5,
  once: 0.55,
  frequency: 0.5,
  announced: [1, 2, 3],
  named: 0.4,
  general: 0.5,
  size: [0, 0.75, 1.25, 1.3, 1],
};
const VERB_LIKE = /(?:ing|ed|ize|ise|ify)$/;

type Seen = {
  tokens: readonly WordToken[];
  forms: Map<string, number>;
  count: number;
  first: number;
  announced: number;
};

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** Sentences that announce what follows. */
const ANNOUNCEMENT =
  /\b(?:next|talk(?:ing)? about|let's|move on|moving on|titled|called|is about|topic|item|section|question|what (?:is|are)|how (?:do|does|to|can)|explain|introduc\w+|discuss\w*|going to|first|second|third|finally|agenda)\b/i;
const ANNOUNCED_WITHIN = 6;

/** Phrases of one to four subject words, best first: frequent here, rare elsewhere, early, noun-like, whole. */
export function rankPhrases(speech: SpeechProfile, [from, to]: readonly [number, number]): Phrase[] {
  const stretch = speech.tokens.slice(from, to);
  const here = stemCounts(stretch);
  const whole = stretch.length === speech.tokens.length;
  const total = { here: sum(here), everywhere: sum(speech.counts) };
  const special = (stem: string): number => {
    const elsewhere = whole ? 0 : (speech.counts.get(stem) ?? 0);
    return (
      speciality(here.get(stem) ?? 0, elsewhere, total) *
      (whole ? 1 : (1.1 - (speech.spread.get(stem) ?? 0)) ** WEIGHTS.spread)
    );
  };
  const announces = stretch.map((_, i) => i < ANNOUNCED_WITHIN && ANNOUNCEMENT.test(speech.sentences[from + i]!.text));
  const seen = collect(stretch, announces);
  const longer = countOfLonger(seen);
  const phrases: Phrase[] = [];
  for (const [key, { tokens, forms, count, first, announced }] of seen) {
    const subject = tokens.filter((token) => !token.stop);
    if (subject.some((token) => speech.speakers.has(token.stem) || isGivenName(token))) continue;
    // A stutter: 'user user'.
    if (new Set(subject.map(({ stem }) => stem)).size < subject.length) continue;
    // One common word said once or twice names nothing; in a short stretch, once.
    if (subject.length === 1 && count < (stretch.length < 40 ? 2 : 3) && !isName(subject[0]!, speech.profiles))
      continue;
    const nounness = subject.reduce(
      (product, token, i) => product * nounLike(token, speech.profiles, i === subject.length - 1),
      1,
    );
    // A phrase that mostly stands inside a longer one is not the whole name.
    const own = Math.max(0.2, count - (longer.get(key) ?? 0));
    const specific = subject.reduce((s, token) => s + special(token.stem), 0) / subject.length ** WEIGHTS.length;
    const early = 1 + WEIGHTS.early * Math.exp(-first / WEIGHTS.decay);
    const named = subject.filter((token) => isName(token, speech.profiles)).length / subject.length;
    const general = subject.every(isGeneral) ? WEIGHTS.general : 1;
    const size = WEIGHTS.size[Math.min(4, subject.length)]!;
    const repeated = count > 1 ? 1 : subject.length > 1 ? WEIGHTS.once : 0.6;
    const score =
      specific *
      own ** WEIGHTS.frequency *
      early *
      WEIGHTS.announced[announced]! *
      (1 + WEIGHTS.named * named) *
      size *
      general *
      nounness *
      repeated;
    if (score > 0)
      phrases.push({ text: commonest(forms), stems: subject.map((token) => token.stem), score, words: tokens.length });
  }
  return phrases.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/** Signed square root of the log likelihood ratio of a word here against elsewhere (Dunning 1993). */
function speciality(a: number, all: number, total: { here: number; everywhere: number }): number {
  const b = Math.max(0, all - a);
  const rest = Math.max(1, total.everywhere - total.here);
  const share = (a + b) / (total.here + rest);
  const ratio =
    2 * (a * Math.log(Math.max(a, 1e-9) / (total.here * share || 1)) + (b ? b * Math.log(b / (rest * share)) : 0));
  const root = Math.sqrt(Math.max(0, ratio));
  // A word as frequent here as anywhere still names the stretch a little.
  return a / Math.max(1, total.here) >= b / rest ? root + 0.3 * Math.log1p(a) : 0.25 * Math.log1p(a);
}

function collect(stretch: readonly (readonly WordToken[])[], announces: readonly boolean[]): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  stretch.forEach((tokens, sentence) => {
    for (let a = 0; a < tokens.length; a++) {
      if (!isEdge(tokens[a]!)) continue;
      let links = 0;
      for (let b = a; b < Math.min(tokens.length, a + 5); b++) {
        const token = tokens[b]!;
        if (b > a && token.breaks) break;
        if (token.stop) {
          // 'extended to', 'useful for': what goes before a link must be a thing.
          if (
            !LINKS.has(token.lower) ||
            ++links > 2 ||
            !isThing(tokens[b - 1]!) ||
            (token.lower === 'the' && tokens[b - 1]!.lower !== 'of')
          )
            break;
          continue;
        }
        if (!canBePhrase(token)) break;
        if (!isEdge(token) || !isThing(token) || b - a + 1 - links > 4) continue;
        add(seen, tokens.slice(a, b + 1), sentence, announces[sentence] ? (isAnnounced(tokens, a) ? 2 : 1) : 0);
      }
    }
  });
  return seen;
}

const ANNOUNCING = new Set(['about', 'to', 'titled', 'called', 'on', 'discuss', 'cover', 'is', 'introduce', 'explain']);

/** Whether the phrase is what the sentence announces: 'let us turn to the roof'. */
function isAnnounced(tokens: readonly WordToken[], at: number): boolean {
  const before = tokens[at - 1];
  const article = before !== undefined && /^(?:the|a|an|our|your|this|some)$/.test(before.lower);
  return ANNOUNCING.has(tokens[at - (article ? 2 : 1)]?.lower ?? '');
}

function add(seen: Map<string, Seen>, tokens: readonly WordToken[], sentence: number, announced: number): void {
  const key = tokens.map((token) => token.stem).join(' ');
  const known = seen.get(key) ?? {
    tokens,
    forms: new Map<string, number>(),
    count: 0,
    first: sentence,
    announced: 0,
  };
  seen.set(key, known);
  known.count++;
  known.announced = Math.max(known.announced, announced);
  const form = tokens.map((token) => token.word).join(' ');
  known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
}

/** Per phrase, the count of the most frequent longer phrase that contains it and comes more than once. */
function countOfLonger(seen: Map<string, Seen>): Map<string, number> {
  const longer = new Map<string, number>();
  for (const [key, { count }] of seen) {
    if (count < 2) continue;
    const stems = key.split(' ');
    for (let a = 0; a < stems.length; a++) {
      for (let b = a + 1; b <= stems.length; b++) {
        if (b - a === stems.length) continue;
        const part = stems.slice(a, b).join(' ');
        longer.set(part, Math.max(longer.get(part) ?? 0, count));
      }
    }
  }
  return longer;
}

const isName = (token: WordToken, profiles: ReadonlyMap<string, WordProfile>): boolean => {
  const profile = profiles.get(token.stem);
  return profile !== undefined && profile.capital * 2 > profile.count;
};

/** 0 to 1: whether the recording uses the word as a thing rather than as an action. The last word matters most. */
function nounLike(token: WordToken, profiles: ReadonlyMap<string, WordProfile>, last: boolean): number {
  const profile = profiles.get(token.stem);
  if (profile === undefined || profile.capital * 2 > profile.count) return 1;
  const share = (profile.asNoun + 0.7) / (profile.asNoun + profile.asVerb + 1);
  const likely = Math.min(1, share * 1.3) * (last && VERB_LIKE.test(token.lower) ? 0.6 : 1);
  return last ? likely : 0.4 + 0.6 * likely;
}

function commonest(forms: Map<string, number>): string {
  let best = '';
  let most = 0;
  for (const [form, count] of forms) {
    if (count <= most) continue;
    best = form;
    most = count;
  }
  return best;
}
