import { endlessMarks } from './visible-text.ts';

/**
 * Which folding this is: whatever changes what texts are folded to raises it, and what older ones have stored is folded
 * anew.
 */
export const folding = 3;

/** Marks that people leave out when they type: accents, vowel points. Those of kana and of Indic vowels are letters. */
const marks =
  /\p{M}(?<=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Cyrillic}])(?<![\u3099\u309a])/gu;

/** Letters that have no decomposition, as they are typed where a keyboard lacks them, and letters of two alphabets. */
const plainest = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', þ: 'th' }),
  ...Object.entries({ ς: 'σ', ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '', '٬': ',', '٫': '.', '٪': '%', '⁄': '/' }),
  ...Array.from('٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐').flatMap((zero) =>
    Array.from({ length: 10 }, (_, n): [string, string] => [String.fromCodePoint(zero.codePointAt(0)! + n), String(n)]),
  ),
  // The same sounds are typed as Katakana and as Hiragana.
  ...Array.from({ length: 0x56 }, (_, n): [string, string] => [
    String.fromCodePoint(0x30a1 + n),
    String.fromCodePoint(0x3041 + n),
  ]),
]);

const typedLetters = new RegExp(`[${[...plainest.keys()].join('')}]`, 'gu');

/** Letters without case, marks and width, as numbers and letters of the plainest form. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(typedLetters, (letter) => plainest.get(letter)!)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/**
 * Vowels and last consonants of Korean, and vowels of Kirat Rai: normalizing joins them to what is before, across
 * marks.
 */
const joined =
  '\\u1160-\\u11ff\\ud7b0-\\ud7fb\\u3133\\u3135\\u3136\\u313a-\\u313f\\u314f-\\u3163\\uffa3\\uffa5\\uffa6\\uffaa-\\uffaf\\uffc2-\\uffdc\\u{16d67}-\\u{16d6a}';

/** A letter with its marks, and the parts of a Korean syllable: what is folded by itself as it is in a text. */
const letters = new RegExp(`[\\0-\\x7f][\\p{M}\\uff9e\\uff9f]+|[^\\0-\\x7f][\\p{M}\\uff9e\\uff9f${joined}]*`, 'gu');

/** Scripts that are written without blanks between words, with their signs: captions and line breaks bring some in. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';

/** In their order: what is put for what. */
const passes: readonly (readonly [what: RegExp, put: (found: string) => string])[] = [
  [/[`´ʹʻ-ʿ՚׳‘’‚‛‹›′‵＇｀]/g, () => "'"],
  [/[“”„‟«»״″‶〃〝〞〟＂]/g, () => '"'],
  [/[\p{Pd}−⁻₋⁃]/gu, () => '-'],
  [endlessMarks, () => ''],
  [letters, foldLetters],
  [/\s{2,}|[^\S ]/g, () => ' '],
  [new RegExp(` (?:(?<=${unspaced} )|(?=${unspaced}))`, 'gu'), () => ''],
  // Separators of thousands, also of lakhs; behind a nought alone they are those of a fraction.
  [/[,.' ](?<=(?:(?<!\d)(?:[1-9]\d?|\d{3})|,0\d)[,.' ])(?=(?:\d\d,){0,9}\d{3}(?!\d))/g, () => ''],
  [/,(?<=\d,)(?=\d)/g, () => '.'],
  // A number and its sign: `50 %`, `€ 50`, `20 °C`.
  [/ (?:(?<=\d )(?=[\p{Sc}%‰°])|(?<=\p{Sc} )(?=\d))/gu, () => ''],
  // Blanks beside them are those of their scripts, and are gone by now.
  [/[「」『』]/g, () => '"'],
];

/** Passes that leave ASCII as it is, but for letters before a mark. */
const beyondAscii = passes.slice(0, 5);
const foldRun = (run: string): string =>
  beyondAscii.reduce((folded, [what, put]) => (what === letters ? put(folded) : folded.replace(what, put)), run);

/** Text that these passes may change: long runs in some languages, hardly anything in English. */
const foreign = /[\0-\x7f]?[^\0-\x7f]+(?:[\0-\x7f]{1,4}[^\0-\x7f]+)*|`/g;

/**
 * Folds texts for every search, so that spellings people treat as equal match: case, accents, width, ligatures,
 * quotes, dashes, blanks, thousands.
 */
export const foldText = (text: string): string =>
  passes
    .slice(beyondAscii.length)
    .reduce((folded, [what, put]) => folded.replace(what, put), text.toWellFormed().replace(foreign, foldRun))
    .toLowerCase();

/** Replacement by one pass: its position and length, and the range of the text before it. */
type Edit = { at: number; length: number; from: number; to: number };

/** A folded text, and what each pass has put into it. */
export type Folded = { text: string; edits: readonly (readonly Edit[])[] };

/** The same with what it was made of, to mark what is found. */
export function foldWithPlaces(text: string): Folded {
  const known = new Map<string, string>();
  const putLetters = (found: string): string => {
    const folded = known.get(found) ?? foldLetters(found);
    known.set(found, folded);
    return folded;
  };
  let folded = text.toWellFormed();
  const edits = passes.map(([what, put]) => {
    const made: Edit[] = [];
    let longer = 0;
    folded = folded.replace(what, (found: string, index: number) => {
      const instead = what === letters ? putLetters(found) : put(found);
      if (instead !== found)
        made.push({ at: index + longer, length: instead.length, from: index, to: index + found.length });
      longer += instead.length - found.length;
      return instead;
    });
    return made;
  });
  return { text: folded.toLowerCase(), edits };
}

/** How many of these edits, in their order, begin at a place or before it. */
function editsUntil(edits: readonly Edit[], place: number): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.at <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stretch of a folded text, as it is in the text that was folded. */
const unfolded = ({ edits }: Folded, stretch: TextRange): TextRange =>
  edits.reduceRight(({ from, to }, made) => {
    const [first, last] = [from, to - 1].map((place) => {
      const edit = made[editsUntil(made, place) - 1];
      if (!edit) return { from: place, to: place + 1 };
      if (place < edit.at + edit.length) return edit;
      const beyond = edit.to + place - (edit.at + edit.length);
      return { from: beyond, to: beyond + 1 };
    });
    return { from: first!.from, to: last!.to };
  }, stretch);

/** A text as a pattern that finds just this text. `RegExp.escape` is not in every browser the app supports. */
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A stretch of a text, from and to as offsets. */
export type TextRange = { from: number; to: number };

/** Letters of the shortest word that the index of transcripts knows. */
const indexed = 3;

let wordLetters: string | undefined;

/**
 * Letters, digits and marks of the scripts with blanks between words, for a class. As ranges, which JavaScript and PostgreSQL
 * read alike; letters beyond the first 65,536 count as signs.
 */
function lettersOfWords(): string {
  if (wordLetters !== undefined) return wordLetters;
  const letter = new RegExp(`^(?!${unspaced})[\\p{L}\\p{N}\\p{M}]`, 'u');
  const ranges: string[] = [];
  let first: string | undefined;
  let last = '';
  for (let code = 0; code <= 0xffff; code += 1) {
    const each = String.fromCharCode(code);
    const isOne = letter.test(each);
    if (isOne) first ??= each;
    else if (first !== undefined) {
      ranges.push(`${first}-${last}`);
      first = undefined;
    }
    last = each;
  }
  return (wordLetters = ranges.join(''));
}

/**
 * Pattern, valid in JavaScript and PostgreSQL, for words that begin with this folded word. One or two letters must be
 * a whole word, because too many words match.
 */
export function wordPattern(word: string): string {
  const letters = `[${lettersOfWords()}]`;
  if (!new RegExp(`^${letters}`).test(word)) return literally(word);
  return `(?<!${letters})${literally(word)}${word.length < indexed ? `(?!${letters})` : ''}`;
}

/** Where patterns stand in a text, each place once: of two at the same place the longer one. */
function stretchesOf(folded: Folded, patterns: readonly string[]): TextRange[] {
  const wanted = patterns.filter((pattern) => pattern !== '').toSorted((one, other) => other.length - one.length);
  if (wanted.length === 0) return [];
  const found: TextRange[] = [];
  for (const { 0: word, index } of folded.text.matchAll(new RegExp(wanted.join('|'), 'g'))) {
    const stretch = unfolded(folded, { from: index, to: index + word.length });
    if (stretch.from >= (found.at(-1)?.to ?? 0)) found.push(stretch);
  }
  return found;
}

/** Words that a search looks for: the longest are the rarest, and what has them has the others or is near enough. */
const mostWords = 6;

/** Signs around a word that are none of it, as a phrase has them in quotes. */
const around = /^["'(.,;:!?]+(?=[^\s]{2})|["').,;:!?]+$/gu;

/** Blanks between words; those within a number are none. */
const betweenWords = /(?<!\p{Nd}) | (?!\p{Nd}{3}(?!\p{Nd}))/u;

/**
 * Returns the six longest folded words of a question, in order. One- and two-letter words count only beside a longer
 * one (unindexed), except in scripts without blanks.
 */
export function searchWords(question: string): string[] {
  const words = [
    ...new Set(
      question
        .replace(/\s+/g, ' ')
        .split(betweenWords)
        .flatMap((word) => foldText(word).trim().split(' '))
        .map((word) => word.replace(around, '')),
    ),
  ].filter((word) => word.length > 1 || /[\p{L}\p{N}]/u.test(word));
  if (words.every((word) => word.length < indexed && /^[\0-\x7f]*$/.test(word))) return [];
  const longest = new Set(words.toSorted((one, other) => other.length - one.length).slice(0, mostWords));
  return words.filter((word) => longest.has(word));
}

/**
 * A question, folded, as it is; then as it stands in a number that it ends or begins within, as while somebody types.
 */
export function buildSearchPhrases(question: string): string[] {
  const typed = question.trim();
  const whole = foldText(typed).trim();
  const group = /\d[,.' ](\d{0,2})$/.exec(whole);
  const missing = group ? '0'.repeat(3 - group[1]!.length) : '';
  const longer =
    missing === ''
      ? whole
      : foldText(typed + missing)
          .slice(0, -missing.length)
          .trim();
  const phrases = [whole, longer].flatMap((phrase) => [phrase, phrase.replace(/^[,.'](?=\d{3}(?!\d))/, '')]);
  return [...new Set(phrases)].filter((phrase) => phrase !== '');
}

/**
 * One way of searching, folded: required words, longest first, optionally at word starts, and excluded words that an
 * earlier way already finds.
 */
export type Way = { words: readonly string[]; areWords: boolean; but: readonly string[] };

/** The ways in which a question is looked for, one after the other: as it is, then all its words. */
export function buildSearchWays(question: string): Way[] {
  const phrases = buildSearchPhrases(question);
  const words = searchWords(question).toSorted((one, other) => other.length - one.length);
  return [
    ...phrases.map((phrase, n) => ({ words: [phrase], areWords: false, but: phrases.slice(0, n) })),
    ...(words.length > 0 && words[0] !== phrases[0] ? [{ words, areWords: true, but: phrases }] : []),
  ];
}

/** Whether all that is looked for in a way stands in a folded text. */
export const standsIn = ({ words, areWords, but }: Way, folded: string): boolean =>
  words.every((word) => folded.includes(word) && (!areWords || new RegExp(wordPattern(word)).test(folded))) &&
  !but.some((phrase) => folded.includes(phrase));

/** Tests whether a question finds any of the texts, as it is or by its words; an empty question finds all. */
export function createTextMatcher(question: string): (...texts: readonly string[]) => boolean {
  const ways = buildSearchWays(question);
  return (...texts) => ways.length === 0 || texts.map(foldText).some((text) => ways.some((way) => standsIn(way, text)));
}

/** Where a question stands in a text that is folded, as it is. */
export function findWhole(folded: Folded, question: string): TextRange[] {
  const phrase = buildSearchPhrases(question).find((each) => folded.text.includes(each));
  return phrase === undefined ? [] : stretchesOf(folded, [literally(phrase)]);
}

/** Where words stand in it. */
export const findWords = (folded: Folded, words: readonly string[]): TextRange[] =>
  stretchesOf(folded, words.map(wordPattern));

/** Where a question stands in a text: as it is, else its words. */
export function findQuestion(text: string, question: string): TextRange[] {
  const folded = foldWithPlaces(text);
  const whole = findWhole(folded, question);
  return whole.length > 0 ? whole : findWords(folded, searchWords(question));
}
