import { maxTime } from './caption-file.ts';

/** A time as transcripts write it, without brackets: `[H:]M:SS[.fraction]`. */
export const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;

const lenientTime = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,9}))?$/;

/** Seconds of `[H:]M:S[,fraction]`, or undefined when it is no time or an absurd one. */
export function lenientSeconds(text: string | undefined): number | undefined {
  const match = lenientTime.exec(text ?? '');
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  const ms = Math.round(Number(`0.${fraction}`) * 1000);
  const total = (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms) / 1000;
  return total <= maxTime ? total : undefined;
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

const numberLine = new RegExp(String.raw`^${blank}{0,9}(?:#|cue |no\. ?)?[[(]?(\d{1,9})[\]).:]?${blank}{0,9}$`, 'iu');

/** The number that a line of nothing else is, in the digits of any script. */
export const numberOf = (line: string): number | undefined => {
  const plain = line.slice(0, 40).replace(/[^\0-\x7F]/g, plainSign);
  const digits = numberLine.exec(plain)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
