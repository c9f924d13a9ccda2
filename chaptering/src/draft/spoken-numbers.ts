/** Figures of a text, in digits or in English words, so that "18,000" is found in "eighteen thousand". */

const SMALL = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, n) => [word, (n + 2) * 10]),
);
const ORDINALS = new Map(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth`
    .split(/\s+/)
    .map((word, n) => [word, n + 1]),
);
/** Words for powers of ten in the languages the engine tells apart, as they follow a figure. */
const MAGNITUDES = new Map(
  (
    [
      [1e2, 'hundred hundreds hundert honderd cent cien cento cem'],
      [1e3, 'k thousand thousands tausend duizend mille mil mila'],
      [1e6, 'm mn million millions mio millionen miljoen millón millones milione milioni milhão milhões'],
      [1e9, 'b bn billion billions mrd milliarde milliarden milliard milliards miliardo miliardi miljard'],
      [1e12, 'tn trillion trillions billionen'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

/** A figure as it stands in a text, with every value that it may mean: "1.500" is 1500, or one and a half. */
export type Figure = { text: string; values: readonly number[] };

const TOKEN = /\d(?:[\d.,'’\u00a0\u202f]*\d)?|\p{L}+/gu;

/** The figures written in digits, with the word for thousands or millions that follows. */
export function figuresIn(text: string): Figure[] {
  const tokens = [...text.matchAll(TOKEN)];
  return tokens.flatMap(([digits], n) => {
    // P2P and COVID-19 are names.
    if (!/^\d/.test(digits) || /[\p{L}_]-?$/u.test(text.slice(0, tokens[n]!.index))) return [];
    const next = tokens[n + 1];
    const gap = next ? text.slice(tokens[n]!.index + digits.length, next.index) : '';
    const magnitude = /^[\s-]?$/.test(gap) ? MAGNITUDES.get(next?.[0].toLowerCase() ?? '') : undefined;
    const values = readingsOf(digits).map((value) => round(value * (magnitude ?? 1)));
    return [{ text: magnitude ? `${digits}${gap}${next![0]}` : digits, values }];
  });
}

/** Floating point makes 2.3 million of 2,299,999.99. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The values that digits with separators may have. */
function readingsOf(digits: string): number[] {
  const plain = digits.replace(/['’\u00a0\u202f]/g, '');
  const marks = plain.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [Number(plain)];
  const joined = Number(plain.replace(/[.,]/g, ''));
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const fraction = Number(`${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`);
  return plain.length - last === 4 || marks.length > 1 ? [joined, fraction] : [fraction];
}

/** Every value that is said in a text, in digits or in words; years and telephone numbers also as one. */
export const spokenNumbers = (text: string): Set<number> =>
  new Set([...figuresIn(text), ...numberRuns(text)].flatMap(({ values }) => values));

/** Above this a number in words is a figure; below it may count what a sentence lists. */
const COUNTED = 10;

/** The figures of a text in English words. */
export const figuresInWords = (text: string): Figure[] =>
  numberRuns(text).filter(({ values }) => values.some((value) => value > COUNTED));

/** Number words that stand together, with the values they may mean. */
function numberRuns(text: string): Figure[] {
  const found: Figure[] = [];
  let run: string[] = [];
  let end = 0;
  const close = (): void => {
    const values = valuesOf(run);
    if (values.length > 0) found.push({ text: run.join(' '), values });
    run = [];
  };
  for (const { 0: word, index } of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    // Only a space or a hyphen stands within a number.
    if (run.length > 0 && !/^[\s-]$/.test(text.slice(end, index))) close();
    end = index + word.length;
    const isBegun = run.length > 0;
    const begins = SMALL.has(word) || TENS.has(word) || ORDINALS.has(word) || (!isBegun && word === 'a');
    if (begins || (isBegun && (MAGNITUDES.has(word) || word === 'and' || word === 'point'))) run.push(word);
    else close();
  }
  close();
  return found;
}

/** The values of number words that stand together. */
function valuesOf(words: readonly string[]): number[] {
  const values: number[] = [];
  /** Parts below a hundred, one after the other: "twenty twenty four" and "five five five". */
  const groups: number[] = [];
  let total = 0;
  let current = 0;
  let isOpen = false;
  const close = (): void => {
    if (isOpen) values.push(total + current);
    total = 0;
    current = 0;
    isOpen = false;
  };
  const startsAnew = (value: number): boolean =>
    isOpen && current > 0 && (current % 100 >= 20 ? current % 10 > 0 || value >= 10 : current % 100 > 0);
  for (const [n, word] of words.entries()) {
    const small = SMALL.get(word) ?? ORDINALS.get(word);
    const value = small ?? TENS.get(word);
    const magnitude = MAGNITUDES.get(word);
    if (value !== undefined) {
      if (startsAnew(value)) close();
      if (small !== undefined && groups.length > 0 && groups.at(-1)! % 10 === 0 && groups.at(-1)! >= 20 && small < 10)
        groups.push(groups.pop()! + small);
      else groups.push(value);
      current += value;
      isOpen = true;
    } else if (magnitude === 100) {
      current = Math.max(1, current) * 100;
      isOpen = true;
    } else if (magnitude !== undefined) {
      total += Math.max(1, current) * magnitude;
      current = 0;
      isOpen = true;
    } else if (word === 'point') {
      const decimals = words.slice(n + 1).map((digit) => SMALL.get(digit));
      const digits = decimals.slice(0, decimals.findIndex((digit) => digit === undefined || digit > 9) >>> 0).join('');
      const factor = MAGNITUDES.get(words[n + 1 + digits.length] ?? '') ?? 1;
      if (isOpen && digits !== '') values.push(round(Number(`${total + current}.${digits}`) * factor));
    }
  }
  close();
  if (groups.length > 1 && !words.some((word) => MAGNITUDES.has(word))) values.push(Number(groups.join('')));
  return values;
}
