import type { Sentence } from '../transcript.ts';
import { tokensOf, type Token, type WordProfile } from './word-profile.ts';

/** A phrase of a stretch of speech, with how well it names that stretch. */
export type Phrase = { text: string; stems: readonly string[]; score: number; words: number };

/** Words that may stand inside a phrase, and words that may not begin or end one. */
const LINKS = new Set([
  'of',
  'for',
  'in',
  'to',
  'and',
  'with',
  'vs',
  'on',
  'per',
  'the',
  'as',
  'from',
  'by',
  'de',
  'la',
  'du',
  'des',
  'del',
  'di',
  'der',
  'von',
]);
const WEAK = new Set(
  `last next own main major several based related possible available necessary whole entire basic common similar exact clear due
  huge nice funny crazy random happy glad curious excited aware fully super half quick early late recent current previous following
  open close start goal way today's tons bunch amount step list version section piece area level bit hand head line name word words
  someone's top bottom side mode type types kinds sorts thoughts comment comments topic topics item discussion conversation speaker
  audience host guest guests listener listeners everyone's folk gentleman lady fellow member sentence paragraph`.split(
    /\s+/,
  ),
);
const VERB_LIKE = /(?:ing|ed|ize|ise|ify)$/;

type Seen = { tokens: readonly Token[]; forms: Map<string, number>; count: number; first: number };

/** Stem counts of a stretch and of the whole recording, to tell what is special about the stretch. */
export function stemCounts(tokens: Iterable<readonly Token[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of tokens)
    for (const { stem, stop } of sentence) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

export const tokensOfAll = (sentences: readonly Sentence[]): Token[][] => sentences.map(({ text }) => tokensOf(text));

const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** Phrases of one to four subject words, best first: frequent here, rare elsewhere, early, noun-like, whole. */
export function phrasesOf(
  stretch: readonly (readonly Token[])[],
  everywhere: Map<string, number>,
  profiles: Map<string, WordProfile>,
): Phrase[] {
  const here = stemCounts(stretch);
  const total = { here: sum(here), everywhere: sum(everywhere) };
  const special = (stem: string): number => speciality(here.get(stem) ?? 0, everywhere.get(stem) ?? 0, total);
  const seen = collect(stretch);
  const longer = countOfLonger(seen);
  const phrases: Phrase[] = [];
  for (const [key, { tokens, forms, count, first }] of seen) {
    const subject = tokens.filter((token) => !token.stop);
    const nounness = subject.reduce(
      (product, token, i) => product * nounLike(token, profiles, i === subject.length - 1),
      1,
    );
    // A phrase that mostly stands inside a longer one is not the whole name.
    const own = Math.max(0.2, count - (longer.get(key) ?? 0));
    const specific = subject.reduce((s, token) => s + special(token.stem), 0) / subject.length ** 0.5;
    const early = 1 + 0.7 * Math.exp((-5 * first) / Math.max(1, stretch.length));
    const named = subject.filter((token) => isName(token, profiles)).length / subject.length;
    const size = [0, 0.75, 1.25, 1.3, 1][Math.min(4, subject.length)]!;
    const repeated = count > 1 ? 1 : subject.length > 1 ? 0.55 : 0.8;
    const score = specific * own ** 0.5 * early * (1 + 0.4 * named) * size * nounness * repeated;
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

function collect(stretch: readonly (readonly Token[])[]): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  stretch.forEach((tokens, sentence) => {
    for (let a = 0; a < tokens.length; a++) {
      if (!edge(tokens[a]!)) continue;
      let links = 0;
      for (let b = a; b < Math.min(tokens.length, a + 5); b++) {
        const token = tokens[b]!;
        if (b > a && token.breaks) break;
        if (token.stop) {
          if (!LINKS.has(token.lower) || ++links > 2) break;
          continue;
        }
        if (!edge(token) || b - a + 1 - links > 4) continue;
        add(seen, tokens.slice(a, b + 1), sentence);
      }
    }
  });
  return seen;
}

const edge = (token: Token): boolean =>
  !token.stop && !WEAK.has(token.lower) && !token.lower.endsWith('ly') && !/\d{4,}/.test(token.lower);

function add(seen: Map<string, Seen>, tokens: readonly Token[], sentence: number): void {
  const key = tokens.map((token) => token.stem).join(' ');
  const known = seen.get(key) ?? { tokens, forms: new Map<string, number>(), count: 0, first: sentence };
  seen.set(key, known);
  known.count++;
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

const isName = (token: Token, profiles: Map<string, WordProfile>): boolean => {
  const profile = profiles.get(token.lower);
  return profile !== undefined && profile.capital * 2 > profile.count;
};

/** 0 to 1: whether the recording uses the word as a thing rather than as an action. The last word matters most. */
function nounLike(token: Token, profiles: Map<string, WordProfile>, last: boolean): number {
  const profile = profiles.get(token.lower);
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
