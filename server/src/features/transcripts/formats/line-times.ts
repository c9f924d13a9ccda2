import { maxTime } from './caption-file.ts';

/**
 * A time as transcripts write it, without brackets: `[H:]M:SS[.fraction]`, and minutes beyond the hour where no hours
 * stand.
 */
export const time = String.raw`(?:\d{1,3}:)?\d{1,4}:\d{2}(?:[.,]\d{1,9})?`;

const lenientTime = /^(?:(\d{1,3}):([0-5]?\d)|(\d{1,4})):([0-5]?\d)(?:[.,](\d{1,9}))?$/;

/** Seconds of `[H:]M:S[,fraction]`, or undefined when it is no time or an absurd one. */
export function lenientSeconds(text: string | undefined): number | undefined {
  const match = lenientTime.exec(text ?? '');
  if (!match) return undefined;
  const [, hours = '0', minutes, alone, seconds = '0', fraction = '0'] = match;
  const ms = Math.round(Number(`0.${fraction}`) * 1000);
  const total = (Number(hours) * 3_600_000 + Number(minutes ?? alone) * 60_000 + Number(seconds) * 1000 + ms) / 1000;
  return total <= maxTime ? total : undefined;
}

/** A time with a third colon or a semicolon, behind which are parts of its second. */
const parted = /^(\d{1,3}:\d{1,2}:\d{2}|\d{1,4}:\d{2}(?=[:;]\d{3}$))[:;](\d{1,3})$/;

/** Returns the digits after the third colon of a time, if there are any. */
export const subsecondDigitsOf = (text: string): string | undefined => parted.exec(text)?.[2];

/** Frames a second; nothing in a file tells which. */
const rates = [24, 25, 30, 50, 60];
/** Share of the parts that must be more than any rate has, to be hundredths and not mistaken. */
const manyBeyond = 0.25;

/**
 * Units per second after the third colon: 1000 or 250 for three digits, 100 if many exceed frame rates, else the
 * lowest usual rate from `least` that fits.
 */
export function partsOfSecond(parts: readonly string[], least = 0): number {
  const ticks = parts.filter((part) => part.length > 2);
  // Cinemas have 250 ticks a second.
  if (ticks.length > 0) return ticks.length > 15 && ticks.every((part) => Number(part) < 250) ? 250 : 1000;
  const frames = parts.map(Number).filter((part) => part < rates.at(-1)!);
  if (parts.length - frames.length > parts.length * manyBeyond) return 100;
  const most = frames.reduce((one, other) => Math.max(one, other), 0);
  return rates.find((rate) => rate > most && rate >= least)!;
}

/** Seconds of a time that may have parts of its second behind a colon; undefined for what is no time. */
export function momentSeconds(text: string, parts: number): number | undefined {
  const [, clock, part] = parted.exec(text) ?? [];
  if (clock === undefined) return lenientSeconds(text);
  const whole = lenientSeconds(clock);
  return whole === undefined || Number(part) >= parts ? undefined : whole + Number(part) / parts;
}

/** Blanks, and marks of direction and width that nobody sees. */
export const blank = String.raw`[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]`;

/** Digits of other scripts and the wide signs beside them; each is one unit, so that places in the line stay. */
export function plainSign(sign: string): string {
  if (!/\p{Nd}/u.test(sign)) return { '：': ':', '；': ';', '．': '.', '，': ',', '٫': ',', '،': ',' }[sign] ?? sign;
  const code = sign.charCodeAt(0);
  // Each script has ten in a row, and they begin at a multiple of sixteen or six later.
  const row = code & ~15;
  return String(/\p{Nd}/u.test(String.fromCharCode(row)) ? code - row : code - row - 6);
}

const numberLine = new RegExp(
  String.raw`^${blank}{0,9}\*?(?:\p{L}{1,12}[.:]? ?)?#?[[(（【]?(\d{1,9})(?:\.0|\s?(?:/|of)\s?\d{1,9}|\p{Script=Han})?[\]）】).:*]{0,2}${blank}{0,9}$`,
  'iu',
);

/** The number that a line of nothing else is, in the digits of any script. */
export const parseNumberLine = (line: string): number | undefined => {
  const plain = line.slice(0, 40).replace(/[^\0-\x7F]/g, plainSign);
  const digits = numberLine.exec(plain)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
