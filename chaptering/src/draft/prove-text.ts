import { isStopWord, lexemeOf, normaliseWord, wordsOf } from '../terms.ts';
import { taggedWords } from '../writing/grammar.ts';
import { figuresIn, figuresInWords, spokenNumbers } from './spoken-numbers.ts';

/** The words and figures of a passage, by which texts about it are proved. */
export type SpokenWords = {
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Words by their first letters, for other inflections of them. */
  byOpening: ReadonlyMap<string, readonly string[]>;
  /** Words that follow each other, as one: recognisers part and join words. */
  joined: ReadonlySet<string>;
  numbers: ReadonlySet<number>;
  /** The digits alone, as telephone numbers are found. */
  digits: string;
  /** Per cent and currencies that are spoken of. */
  units: readonly string[];
  /** Initials of expressions that are said again and again: "LN" is short for lightning network. */
  acronyms: ReadonlySet<string>;
  isEnglish: boolean;
};

const squeeze = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Hundredths and money, by their signs and words. */
const UNITS = [
  ['per cent', /%|\bper ?cent|\bprozent|\bpour ?cent|\bpor ?cien|\bprocent|\bper ?cento/iu],
  ['dollars', /\$|\busd\b|\bdollars?\b|\bdólares\b|\bdollari\b|\bbucks?\b/iu],
  ['euros', /€|\beur\b|\beuros?\b/iu],
  ['pounds', /£|\bgbp\b|\bpounds?\b|\bsterling\b|\bpfund\b|\blibras?\b|\blivres\b/iu],
  ['yen', /¥|\bjpy\b|\byen(?:es|s)?\b/iu],
  ['francs', /\bchf\b|\bfrancs?\b|\bfranken\b|\bfrancos\b|\bfranchi\b/iu],
  ['rupees', /₹|\binr\b|\brupees?\b/iu],
] as const;

const unitsIn = (text: string): string[] => UNITS.filter(([, form]) => form.test(text)).map(([unit]) => unit);

/** Letters that two forms of a word share at the beginning, at least, and by which they may differ at the end. */
const INFLECTION = { shared: 4, ending: 4 };

/** All runs of so many words. */
const runsOf = (words: readonly string[], length: number): string[][] =>
  words.slice(length - 1).map((_, n) => words.slice(n, n + length));

/** Words of an expression that has an acronym, and how often it is said: by chance any letters follow each other. */
const EXPRESSION = { least: 2, most: 5, times: 3 };

/** The initials of expressions, with and without the small words in them. */
function acronymsOf(spoken: readonly string[]): Set<string> {
  const times = new Map<string, number>();
  for (let length = EXPRESSION.least; length <= EXPRESSION.most; length++)
    for (const run of runsOf(spoken, length)) {
      if (isStopWord(run[0]!) || isStopWord(run.at(-1)!)) continue;
      times.set(run.join(' '), (times.get(run.join(' ')) ?? 0) + 1);
    }
  const initialsOf = (list: readonly string[]): string => list.map((word) => word[0]).join('');
  const expressions = [...times].filter(([, count]) => count >= EXPRESSION.times).map(([run]) => run.split(' '));
  return new Set(expressions.flatMap((run) => [initialsOf(run), initialsOf(run.filter((word) => !isStopWord(word)))]));
}

/** Reads what was said in a passage; slide titles and names of speakers that stand in `text` count as said. */
export function readSpokenWords(text: string, isEnglish: boolean): SpokenWords {
  const spoken = wordsOf(text).map(normaliseWord);
  const words = new Set(spoken.flatMap((word) => [word, ...word.split(/[-'._]/), squeeze(word)]));
  const byOpening = Map.groupBy(words, (word) => word.slice(0, INFLECTION.shared));
  return {
    words,
    stems: new Set([...words].map((word) => lexemeOf(word).stem)),
    byOpening,
    joined: new Set([2, 3].flatMap((length) => runsOf(spoken, length).map((run) => squeeze(run.join(''))))),
    numbers: new Set([...spokenNumbers(text), ...(text.match(/\d+/g) ?? []).map(Number)]),
    digits: text.replace(/\D/g, ''),
    units: unitsIn(text),
    acronyms: acronymsOf(spoken),
    isEnglish,
  };
}

/** Whether a word was said, in this or another inflection, in one piece or several. */
function isSaid(word: string, said: SpokenWords): boolean {
  const lower = normaliseWord(word);
  if (said.words.has(lower) || said.stems.has(lexemeOf(lower).stem)) return true;
  if (lower.includes('-')) return lower.split('-').every((part) => part === '' || isSaid(part, said));
  const alike = said.byOpening.get(lower.slice(0, INFLECTION.shared)) ?? [];
  const shared = (other: string): number => {
    let n = 0;
    while (n < lower.length && lower[n] === other[n]) n++;
    return n;
  };
  const isInflected = alike.some((other) => {
    const n = shared(other);
    return Math.max(lower.length, other.length) - n <= Math.min(INFLECTION.ending, n - 1);
  });
  const joined = squeeze(lower);
  if (ACRONYM.test(word) && said.acronyms.has(joined.replace(/s$/, ''))) return true;
  return isInflected || said.joined.has(joined);
}

const CAPITAL = /^\p{Lu}/u;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]+s?$/u;
const NAME_LIKE = /^[\p{Lu}\p{N}]{2,}s?$|\p{Ll}\p{Lu}/u;

const NAME = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’+#_.-]*/gu;

const bareWord = (word: string): string => word.replace(/[.'’-]+$/, '');

/** Whether nearly all words of a text begin with a capital letter. */
function isInTitleCase(text: string): boolean {
  const words = text.match(NAME) ?? [];
  const content = words.filter((word) => word.length > 3 || !isStopWord(normaliseWord(word)));
  return content.length > 2 && content.filter((word) => CAPITAL.test(word)).length >= content.length * 0.8;
}

/** Whether a word has a capital letter since a sentence, part or quotation begins with it. */
const isOpening = (text: string, index: number, n: number): boolean =>
  n === 0 || /[.!?:;–—"“„«(]\s*$/u.test(text.slice(0, index));

/**
 * The names of a text: acronyms, and words with a capital letter that do not stand at the beginning, nor, but in pairs,
 * where all nouns have one.
 */
function namesIn(text: string, nounsHaveCapitals: boolean): string[] {
  const matches = [...text.matchAll(NAME)];
  const isTitleCase = isInTitleCase(text);
  const isPlain = matches.map(({ index }, n) => isTitleCase || isOpening(text, index, n));
  const isCapital = (n: number): boolean => matches[n] !== undefined && CAPITAL.test(matches[n][0]) && !isPlain[n];
  return matches.flatMap(({ 0: raw }, n) => {
    const word = bareWord(raw);
    if (isStopWord(normaliseWord(word))) return [];
    if (NAME_LIKE.test(word)) return [word];
    // In a title whose words all have capital letters any word may be a name.
    if (isTitleCase && !nounsHaveCapitals) return word.length > 3 && CAPITAL.test(word) ? [word] : [];
    const isName = nounsHaveCapitals ? isCapital(n) && (isCapital(n - 1) || isCapital(n + 1)) : isCapital(n);
    return isName ? [word] : [];
  });
}

const days = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'].flatMap((locale) => [
  ...Array.from({ length: 7 }, (_, n) =>
    new Date(Date.UTC(2024, 0, n + 1)).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' }),
  ),
  ...Array.from({ length: 12 }, (_, n) =>
    new Date(Date.UTC(2024, n, 1)).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' }),
  ),
]);
const DAYS: ReadonlySet<string> = new Set(days.map((day) => day.toLowerCase()));
/** Days and months are figures: they are said in the passage itself. */
const isDay = (name: string): boolean => DAYS.has(normaliseWord(name));

const PHONE = /(?:\+|\b)\d[\d ()/.-]{5,}\d/g;

/** Addresses without a scheme, as they are written and as they are spelled. */
const SITE = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const SPELLED_SITE = /[\p{L}\p{N}-]+ (?:dot|punkt|point|punto|ponto) \p{L}{2,}/giu;

/** Share of a sentence's words that must be said: three of 312 true ones on six talks have less. */
const LEAST_SHARE = { passage: 0.25, recording: 0.5, ofFew: 0.34, toReader: 0.6 };
/** Different words of twenty minutes, about. */
const FEW_WORDS = 600;
/** Words that address somebody: nothing tells the reader of a library to do something but what was said. */
const YOU =
  /\b(?:you|your|yours|yourself|sie|ihr|ihre|ihren|du|dein|deine|vous|votre|vos|usted|ustedes|su|tu|tus|lei|voi|você|seu|sua|jij|je|jouw|uw)\b/iu;

/** The share of the words with a meaning that were said. */
function shareSaid(text: string, said: SpokenWords): { share: number; count: number } {
  const content = wordsOf(text).filter((word) => word.length > 2 && !isStopWord(normaliseWord(word)));
  const spoken = content.filter((word) => isSaid(word, said)).length;
  return { share: content.length === 0 ? 1 : spoken / content.length, count: content.length };
}

/** Whether an address is said, in letters or with the words for its signs. */
const isSiteSaid = (site: string, { joined, words }: SpokenWords): boolean =>
  [site, site.replaceAll('.', 'dot')].map(squeeze).some((plain) => joined.has(plain) || words.has(plain));

/** Words with a meaning below which their share tells nothing. */
const FEWEST_JUDGED = 3;

const isOrder = (text: string, { isEnglish }: SpokenWords): boolean => {
  const [first] = isEnglish ? taggedWords(text) : [];
  return YOU.test(text) || (first?.tag === 'VERB' && !/(?:ing|ed)\b/.test(text.slice(first.from, first.to)));
};

/** Words that begin a text or part of it and may be names: in English, verbs and adjectives can be told from them. */
function openingNouns(text: string, { isEnglish }: SpokenWords): string[] {
  const openings = [...text.matchAll(NAME)].filter(
    ({ 0: word, index }, n) => CAPITAL.test(word) && isOpening(text, index, n) && !isStopWord(normaliseWord(word)),
  );
  return openings.flatMap(({ 0: word, index }) => {
    const rest = isEnglish ? taggedWords(word.charAt(0).toLowerCase() + text.slice(index + 1)) : [];
    return rest[0] === undefined || rest[0].tag === 'NOUN' || rest[0].tag === 'PROPN' ? [bareWord(word)] : [];
  });
}

/** How texts about a passage are proved. */
export type Proof = {
  /** Figures are said in the passage itself. */
  said: SpokenWords;
  /** Names are said anywhere in the recording: somebody is introduced once. */
  recording: SpokenWords;
  /** The texts may be in another language than the passage, where few of its words are found. */
  isTranslated: boolean;
  /** The texts are German. */
  nounsHaveCapitals: boolean;
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
export const splitSentences = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** Finds a name or figure in a sentence or title that was not said, or an order; tells it for the model that wrote it. */
export function findUnproved(
  text: string,
  { said, recording, isTranslated, nounsHaveCapitals }: Proof,
): string | undefined {
  for (const [phone] of text.matchAll(PHONE)) {
    const digits = phone.replace(/\D/g, '');
    if (digits.length >= 7 && !said.digits.includes(digits)) return `the number ${phone.trim()} is not said`;
  }
  for (const [site] of [...text.matchAll(SITE), ...text.matchAll(SPELLED_SITE)])
    if (!isSiteSaid(site, recording)) return `the address ${site} is not said`;
  for (const { text: figure, values } of [...figuresIn(text), ...figuresInWords(text)])
    if (!values.some((value) => said.numbers.has(value))) return `the figure ${figure} is not said`;
  for (const unit of unitsIn(text)) if (!said.units.includes(unit)) return `${unit} are not spoken of`;
  for (const name of namesIn(text, nounsHaveCapitals))
    if (!isSaid(name, said) && (isDay(name) || !isSaid(name, recording)))
      return isInTitleCase(text)
        ? `${name} is not said, if it is a name: in the case of a sentence one could tell`
        : `the name ${name} is not said`;
  if (isTranslated) return undefined;
  const openings = nounsHaveCapitals ? [] : openingNouns(text, said);
  for (const opening of openings) if (!isSaid(opening, recording)) return `${opening} is not said`;
  const { share, count } = shareSaid(text, said);
  if (isOrder(text, said) && share < LEAST_SHARE.toReader)
    return 'it tells the reader to do something that is not said';
  if (count < FEWEST_JUDGED) return undefined;
  const least = recording.words.size < FEW_WORDS ? LEAST_SHARE.ofFew : LEAST_SHARE.recording;
  if (share < LEAST_SHARE.passage || shareSaid(text, recording).share < least) return 'its words are not said';
  return undefined;
}
