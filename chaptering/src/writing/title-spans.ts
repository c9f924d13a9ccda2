import { memoize } from '../memoize.ts';
import { isCoarse, isEdge, isGeneral, isGivenName, isThing, canBePhrase } from './phrase-words.ts';
import type { LanguageCode } from './language.ts';
import type { Phrase } from './phrases.ts';
import { isSegmented } from './segmented-words.ts';
import { segmentedSpans, type TitlePhrase } from './segmented-spans.ts';
import { titleSpansInOtherLanguages, removeElidedArticle } from './title-spans-other-languages.ts';
import { hasInnerPluralNoun, isQuantity, hasStutter, isPersonOrOrganisation } from './span-faults.ts';
import type { SpeechProfile } from './speech.ts';
import { spellWord } from './spelling.ts';
import type { SentenceRange } from './salience.ts';
import type { WordToken } from './word-profile.ts';

const LONGEST = 8;
const MOST_STEMS = 5;
const MOST_LINKS = 2;
/** Words that may link two groups of a phrase. */
const LINKS = new Set(
  'of for in with on to from without between against versus vs via and or per under over across within beyond'.split(
    ' ',
  ),
);
const ARTICLES = new Set(['the', 'a', 'an', 'your', 'our', 'their', 'its']);
/** Adjectives and the like that a phrase loses at its beginning without being clipped. */
const LOOSE =
  /^(?:other|another|new|different|certain|same|various|several|many|more|most|few|fewer|first|second|third|last|next|good|great|nice|better|best|worse|worst|easier|harder|easy|hard|niche|big|bigger|little|small|whole|entire|own|such|particular|specific|actual|real|main|major|kind|sort|interesting|important|possible|current|previous|original|single|simple|basic|quick|huge|cool|multiple|amazing|awesome|wonderful|fantastic|terrible|willing|hypothetical|all|some|any|every|each|one|two|three|four|five|\d+)$/;
/** By number of stems. */
const SIZE = [0, 0.35, 1, 1.15, 1.1, 0.95];
const SECOND = 0.8;
const EARLY = { weight: 0.9, sentences: 6 };
/** Weight of a phrase whose words are said only once in the time range. */
const SAID_ONCE = 0.6;
/** A phrase said once, and not at the beginning, was said in passing; one that comes again is the subject. */
const ANNOUNCED_WITHIN = 4;
const IN_PASSING = 0.55;
const AGAIN = 0.25;
/** A word like 'process' leads nowhere by itself. */
const ALL_GENERAL = 0.5;
/** 'Premise of the protocol': the head says nothing, and what it is about stands behind it. */
const EMPTY_HEAD = 0.5;
/** 'Replaced Core with a library': what stands behind may belong to the verb, and the phrase is torn. */
const OF_THE_VERB = 0.5;
/** 'Grants with a project', 'running in the background': one of many, or a manner of speaking. */
const BY_THE_WAY = 0.5;
/**
 * Discounts phrases common everywhere, which do not distinguish this part; `lift` is the required relative frequency
 * here.
 */
const SAID_EVERYWHERE = { lift: 1.4, share: 0.7, worth: 0.35 };
/** 'Pools or miners': two things side by side, seldom the subject. */
const SIDE_BY_SIDE = 0.7;
/** 'Dr Maple', 'Maple University' are who speaks or is asked, seldom what is spoken of. */
const WHO = 0.25;
const HEAD_WORTH = 0.12;
/**
 * A subject is spoken of throughout a chapter: the share of its parts from which on a word counts in full, and the
 * least.
 */
const THROUGHOUT = { parts: 8, share: 0.5, least: 0.4 };
/** 'Exchanges support Taproot': after a plural stands a verb more often than a noun. */
const AFTER_PLURAL = 0.4;

/** Candidates for the title of a stretch, best first. `phrases` are the weighed phrases of the same stretch. */
export function titleSpans(
  speech: SpeechProfile,
  [from, to]: SentenceRange,
  phrases: readonly Phrase[],
  code: LanguageCode | undefined,
): TitlePhrase[] {
  if (isSegmented(code)) return segmentedSpans(speech, [from, to], code);
  const find =
    code === 'en'
      ? spansOf
      : titleSpansInOtherLanguages(code, (a, b) => (speech.pairs.get(`${a.stem} ${b.stem}`) ?? 0) > 1);
  const known = new Map(phrases.slice(0, 400).map((phrase) => [phrase.stems.join(' '), phrase.score]));
  const counts = new Map<string, number>();
  for (let i = from; i < to; i++)
    for (const { stem, stop } of speech.tokens[i]!) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const presence = presenceOf(speech, [from, to]);
  const portion = (to - from) / Math.max(1, speech.tokens.length);
  const found = new Map<string, TitlePhrase & { count: number }>();
  for (let i = from; i < to; i++) {
    const early = 1 + EARLY.weight * Math.exp(-(i - from) / EARLY.sentences);
    const isAnnounced = i - from < ANNOUNCED_WITHIN;
    for (const tokens of find(speech.tokens[i]!)) {
      const span = weighed(tokens, i, early);
      if (span === undefined) continue;
      const key = span.stems.join(' ');
      const known = found.get(key);
      const count = (known?.count ?? 0) + (isAnnounced ? 2 : 1);
      found.set(key, { ...(known && known.score >= span.score ? known : span), count });
    }
  }
  return [...found.values()]
    .map(({ count, ...span }) => ({
      ...span,
      score: span.score * (count < 2 ? IN_PASSING : 1 + AGAIN * Math.log2(count)),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  function weighed(tokens: readonly WordToken[], sentence: number, early: number): TitlePhrase | undefined {
    const subject = tokens.filter(({ stop }) => !stop);
    const stems = subject.map(({ stem }) => stem);
    if (stems.length > MOST_STEMS || new Set(stems).size < stems.length || hasStutter(tokens) || isQuantity(tokens))
      return undefined;
    if (subject.some((token) => isGivenName(token) || speech.speakers.has(token.stem))) return undefined;
    const inside = valuesInside(stems, known);
    if (code === 'en' && inside.best === 0) return undefined;
    const link = tokens.findIndex(({ lower, stop }) => stop && LINKS.has(lower));
    const head = link < 0 ? subject : tokens.slice(0, link).filter(({ stop }) => !stop);
    const emptyHead =
      link >= 0 &&
      valuesInside(
        head.map(({ stem }) => stem),
        known,
      ).best <
        HEAD_WORTH * inside.best;
    const throughout = (words: readonly WordToken[]): number => {
      const shares = words.map(({ stem }) => presence.get(stem) ?? 0);
      const mean = shares.reduce((a, b) => a + b, 0) / shares.length;
      const share = Math.min(1, (Math.max(...shares) + mean) / 2 / THROUGHOUT.share);
      return THROUGHOUT.least + (1 - THROUGHOUT.least) * share;
    };
    const heard = Math.max(...stems.map((stem) => counts.get(stem) ?? 0));
    const sound =
      (hasInnerPluralNoun(tokens) ? AFTER_PLURAL : 1) *
      (subject.every(isGeneral) ? ALL_GENERAL : 1) *
      (emptyHead || head.every(isGeneral) ? EMPTY_HEAD : 1) *
      (code === 'en' && isAfterVerb(speech.tokens[sentence]!, tokens) ? OF_THE_VERB : 1) *
      (code === 'en' && endsByTheWay(tokens) ? BY_THE_WAY : 1);
    return {
      text: code === 'en' ? tokens.map((token) => spellWord(token, speech)).join(' ') : spoken(tokens, sentence),
      stems,
      sound,
      score:
        sound *
        (code === 'en' ? inside.best + SECOND * inside.second : speciality(stems)) *
        early *
        SIZE[stems.length]! *
        (heard < 2 ? SAID_ONCE : 1) *
        throughout(subject) *
        (tokens.some(({ lower }) => lower === 'and' || lower === 'or') ? SIDE_BY_SIDE : 1) *
        (isSaidEverywhere(stems) ? SAID_EVERYWHERE.worth : 1) *
        (code === 'en' && isPersonOrOrganisation(tokens) ? WHO : 1) *
        (tokens.length > 6 ? 0.85 : 1),
    };
  }

  function isSaidEverywhere(stems: readonly string[]): boolean {
    if (portion > SAID_EVERYWHERE.share) return false;
    return stems.every(
      (stem) => (counts.get(stem) ?? 0) / Math.max(1, speech.counts.get(stem) ?? 1) < SAID_EVERYWHERE.lift * portion,
    );
  }

  /** As it stands in the sentence, articles that are written together with the first word left out. */
  function spoken(tokens: readonly WordToken[], sentence: number): string {
    const [head] = tokens;
    const text = speech.sentences[sentence]!.text.slice(head!.to, tokens.at(-1)!.to);
    return removeElidedArticle(spellWord(head!, speech)) + text;
  }

  /** More for what is said here and seldom elsewhere. */
  function speciality(stems: readonly string[]): number {
    const value = (stem: string): number => {
      const here = counts.get(stem) ?? 0;
      const share = here / Math.max(1, speech.counts.get(stem) ?? 1);
      return Math.log1p(here) * (0.3 + share) * (1.2 - (speech.spread.get(stem) ?? 0));
    };
    return stems.reduce((sum, stem) => sum + value(stem), 0) / Math.sqrt(stems.length);
  }
}

/** Whole-recording subjects come early and recur throughout. `sentences` counts the opening's sentences. */
const OPENING = { weight: 1.5, sentences: 40 };
const SAID_TWICE = 2;

/** Subjects of a whole recording of English, best first. */
export function wholeSpans(speech: SpeechProfile): TitlePhrase[] {
  const presence = presenceOf(speech, [0, speech.tokens.length]);
  const found = new Map<string, TitlePhrase & { count: number }>();
  speech.tokens.forEach((sentence, i) => {
    const early = 1 + OPENING.weight * Math.exp(-i / OPENING.sentences);
    for (const tokens of spansOf(sentence)) {
      const subject = tokens.filter(({ stop }) => !stop);
      const stems = subject.map(({ stem }) => stem);
      if (stems.length > MOST_STEMS || new Set(stems).size < stems.length || hasInnerPluralNoun(tokens)) continue;
      if (hasStutter(tokens) || isPersonOrOrganisation(tokens)) continue;
      if (subject.some((token) => isGivenName(token) || speech.speakers.has(token.stem)) || subject.every(isGeneral))
        continue;
      const value = subject.reduce((sum, token) => sum + weightOf(token), 0) / Math.sqrt(stems.length + 0.5);
      const score =
        early *
        value *
        SIZE[stems.length]! *
        (tokens.some(({ lower }) => lower === 'and' || lower === 'or') ? SIDE_BY_SIDE : 1);
      const key = stems.join(' ');
      const known = found.get(key);
      const text = known?.text ?? tokens.map((token) => spellWord(token, speech)).join(' ');
      found.set(key, { text, stems, count: (known?.count ?? 0) + 1, score: Math.max(known?.score ?? 0, score) });
    }
  });
  return [...found.values()]
    .map(({ text, stems, score, count }) => ({
      text,
      stems,
      score: score * (count < SAID_TWICE ? SAID_ONCE : 1 + Math.log(count) / 2),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  function weightOf(token: WordToken): number {
    const profile = speech.profiles.get(token.stem);
    const name = profile !== undefined && profile.capital * 2 > profile.count;
    return (
      Math.sqrt(speech.counts.get(token.stem) ?? 0) *
      (isGeneral(token) ? 0.35 : 1) *
      (name ? 1.2 : 1) *
      (0.3 + (presence.get(token.stem) ?? 0))
    );
  }
}

/** Per stem, the share of the parts of a stretch in which it is said. */
function presenceOf(speech: SpeechProfile, [from, to]: SentenceRange): Map<string, number> {
  const parts = Math.min(THROUGHOUT.parts, to - from);
  const seen = new Map<string, Set<number>>();
  for (let i = from; i < to; i++) {
    const part = Math.floor(((i - from) * parts) / (to - from));
    for (const { stem, stop } of speech.tokens[i]!)
      if (!stop) seen.set(stem, (seen.get(stem) ?? new Set<number>()).add(part));
  }
  return new Map([...seen].map(([stem, set]) => [stem, set.size / parts]));
}

/** Links that go with a noun as they stand; all others go as often with the verb before it. */
const OF_THE_NOUN = new Set(['of', 'for', 'and', 'or', 'between', 'versus', 'vs', 'against']);

/** Whether a phrase with a link is what a verb is done to. */
function isAfterVerb(sentence: readonly WordToken[], tokens: readonly WordToken[]): boolean {
  if (!tokens.some(({ stop, lower }) => stop && LINKS.has(lower) && !OF_THE_NOUN.has(lower))) return false;
  let before = sentence.indexOf(tokens[0]!) - 1;
  while (before >= 0 && (ARTICLES.has(sentence[before]!.lower) || sentence[before]!.tag === 'ADJ')) before--;
  return sentence[before]?.tag === 'VERB';
}

const INDEFINITE = new Set(['a', 'an', 'your', 'our', 'their', 'its']);

/** Whether a phrase ends with a general word behind its link, or with one of many. */
function endsByTheWay(tokens: readonly WordToken[]): boolean {
  const link = tokens.findLastIndex(({ stop, lower }) => stop && LINKS.has(lower));
  if (link < 0) return false;
  const behind = tokens.slice(link + 1).filter(({ stop }) => !stop);
  return (
    (!/^(?:of|and|or)$/.test(tokens[link]!.lower) && INDEFINITE.has(tokens[link + 1]?.lower ?? '')) ||
    (behind.length === 1 && isGeneral(behind[0]!))
  );
}

/** The best weighed phrase among these stems, and the second that shares no word with it. */
function valuesInside(stems: readonly string[], known: ReadonlyMap<string, number>): { best: number; second: number } {
  const inside: { from: number; to: number; score: number }[] = [];
  for (let a = 0; a < stems.length; a++) {
    for (let b = a + 1; b <= stems.length; b++) {
      const score = known.get(stems.slice(a, b).join(' '));
      if (score !== undefined) inside.push({ from: a, to: b, score });
    }
  }
  const first = inside.reduce((best, other) => (other.score > best.score ? other : best), { from: 0, to: 0, score: 0 });
  const second = inside.reduce(
    (best, { from, to, score }) => (from >= first.to || to <= first.from ? Math.max(best, score) : best),
    0,
  );
  return { best: first.score, second };
}

/**
 * The noun phrases of a sentence that are whole on both sides, and those two or three of them make with small words
 * between.
 */
const spansOf = memoize((tokens: readonly WordToken[]): (readonly WordToken[])[] => {
  const spans: (readonly WordToken[])[] = [];
  const groups = groupsOf(tokens);
  for (const group of groups) {
    let end = group.to;
    for (let links = 0; ; links++) {
      if (end - group.from > LONGEST) break;
      const next = groupAfter(tokens, groups, end);
      const mustGoOn = tokens[end]?.lower === 'of' && !tokens[end]!.breaks;
      if (!mustGoOn) {
        for (let start = group.from; start < group.head; start++) {
          if (opens(tokens[start]!)) spans.push(tokens.slice(start, end));
          if (!LOOSE.test(tokens[start]!.lower)) break;
        }
      }
      if (next === undefined || links === MOST_LINKS) break;
      end = next.to;
    }
  }
  return spans.filter((span) => span.length <= LONGEST && (span.length > 1 || span[0]!.word.length > 3));
});

/** A noun with what stands before it; `head` is where its last noun ends. */
type Group = { from: number; to: number; head: number };

function groupsOf(tokens: readonly WordToken[]): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (!belongs(tokens[i]!)) continue;
    let to = i + 1;
    while (to < tokens.length && belongs(tokens[to]!) && !tokens[to]!.breaks && !isPast(tokens, to)) to++;
    // Words behind the last noun belong to another phrase, so the phrase before may be incomplete.
    const whole = isNoun(tokens[to - 1]!) && closes(tokens[to - 1]!);
    const cut = to < tokens.length && !tokens[to]!.breaks && goesOn(tokens[to]!);
    const verb = whole && isPredicate(tokens, to - 1);
    const torn = i > 0 && !tokens[i]!.breaks && tearsOff(tokens[i - 1]!);
    if (whole && !cut && !verb && !torn) groups.push({ from: i, to, head: to });
    i = to - 1;
  }
  return groups;
}

/** Words that follow a verb but not a plural noun. */
const OBJECT =
  /^(?:the|a|an|this|these|those|its|his|her|their|our|your|my|it|them|him|us|you|me|what|how|whether|all|any|some|each|every|no|both|only|up|out|down|back|away|off)$/;

/** 'Eclair stores the key', 'a signature signs what': a word in -s after a noun that does something. */
function isPredicate(tokens: readonly WordToken[], at: number): boolean {
  const { lower, word } = tokens[at]!;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  return (
    word === lower &&
    /[^sui]s$/.test(lower) &&
    before !== undefined &&
    !tokens[at]!.breaks &&
    isNoun(before) &&
    !before.lower.endsWith('s') &&
    next !== undefined &&
    !next.breaks &&
    OBJECT.test(next.lower)
  );
}

/** 'Companies suffered losses': after a noun, a word in -ed is what happened. */
const isPast = (tokens: readonly WordToken[], at: number): boolean =>
  tokens[at]!.tag === 'VERB' && isNoun(tokens[at - 1]!);

function groupAfter(tokens: readonly WordToken[], groups: readonly Group[], end: number): Group | undefined {
  const link = tokens[end];
  if (link === undefined || link.breaks || !LINKS.has(link.lower)) return undefined;
  let at = end + 1;
  if (ARTICLES.has(tokens[at]?.lower ?? '') && !tokens[at]!.breaks) at++;
  if (tokens[at] === undefined || tokens[at]!.breaks) return undefined;
  return groups.find(({ from }) => from === at);
}

const NOUNS = new Set(['NOUN', 'PROPN']);
const isNoun = ({ tag }: WordToken): boolean => tag !== undefined && NOUNS.has(tag);

/** Whether a word can stand in a group: nouns, adjectives, and words in -ing and -ed before nouns. */
function belongs(token: WordToken): boolean {
  if (token.stop && !(token.tag === 'PROPN' && token.word !== token.lower)) return false;
  if (isCoarse(token.lower)) return false;
  if (isNoun(token) || token.tag === 'ADJ') return canBePhrase(token) || token.word !== token.lower;
  if (token.tag === 'VERB') return /(?:ing|ed)$/.test(token.lower) && canBePhrase(token);
  return token.tag === 'X' && token.word !== token.lower;
}

const opens = (token: WordToken): boolean =>
  !token.stop &&
  !(token.tag === 'ADJ' && token.lower.endsWith('est')) &&
  isEdge(token) &&
  !LOOSE.test(token.lower) &&
  !(token.tag === 'VERB' && token.lower.endsWith('ed'));
/** Parts of the occasion, not its subject. */
const OF_THE_OCCASION =
  /^(?:prs?|notes?|repo|repository|newsletters?|recaps?|updates?|checks?|presentations?|slides?|agenda|minutes)$/;
const closes = (token: WordToken): boolean =>
  !token.stop && isEdge(token) && isThing(token) && !LOOSE.test(token.lower) && !OF_THE_OCCASION.test(token.lower);
/** Detects words that continue a phrase, so that a cut before them breaks it. */
const goesOn = (token: WordToken): boolean =>
  !token.stop && (token.tag === 'NOUN' || token.tag === 'PROPN' || token.tag === 'NUM' || token.tag === 'ADJ');
/** Detects words that belong to a phrase before, so that a cut after them breaks it. */
const tearsOff = (token: WordToken): boolean =>
  (token.tag === 'NOUN' || token.tag === 'PROPN' || token.tag === 'NUM') && !token.stop;
