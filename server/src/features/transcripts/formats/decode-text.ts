import { isAscii, isUtf8 } from 'node:buffer';
import { decodePage, switchingIn } from './decode-page.ts';
import { mendDoubleEncoding } from './double-encoding.ts';
import { fewOdd, guessEncoding, oddShare, type Decoded } from './guess-encoding.ts';

/**
 * Hints besides the bytes: the encoding a person chose or an earlier reading detected, and the recording's language
 * (BCP 47).
 */
export type EncodingHints = { encoding?: string | undefined; language?: string | undefined };

/**
 * Decodes text by byte order mark, null bytes, UTF-8 if nearly all fits, the XML declaration, or else the likeliest
 * letters and languages.
 */
export function decodeText(bytes: Uint8Array, hints: EncodingHints = {}): Decoded {
  const told = hints.encoding === undefined ? undefined : decodeAs(hints.encoding, bytes);
  if (told) return told;
  const wide = decodeWide(bytes);
  if (wide) return wide;
  const head = latin(bytes.subarray(0, 10_000));
  const isSwitched = head.includes('\x1B$B') || head.includes('\x1B$@');
  const switched = isSwitched ? 'iso-2022-jp' : isAscii(bytes) ? switchingIn(head) : undefined;
  return (
    (switched && decodeAs(switched, bytes)) ??
    nearlyUtf8(bytes) ??
    declared(bytes) ??
    guessEncoding(bytes, hints.language)
  );
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The text in an encoding that somebody names; undefined where there is none of that name. */
function decodeAs(encoding: string, bytes: Uint8Array): Decoded | undefined {
  if (encoding === 'utf-8') return asUtf8(bytes);
  if (isWide(encoding)) return decodeWide(bytes, encoding);
  try {
    const text = decodePage(encoding, bytes);
    return { text, encoding, replaced: count(text, /\uFFFD/g) };
  } catch {
    return undefined;
  }
}

function asUtf8(bytes: Uint8Array): Decoded {
  const text = new TextDecoder('utf-8').decode(bytes);
  const replaced = count(text, /\uFFFD/g) - count(latin(bytes), /\xEF\xBF\xBD/g);
  return { replaced, encoding: 'utf-8', ...mendDoubleEncoding(text) };
}

/** UTF-8, also where some bytes were damaged: of a text in another encoding less fits than not, or makes no words. */
function nearlyUtf8(bytes: Uint8Array): Decoded | undefined {
  const found = asUtf8(bytes);
  if (found.replaced === 0) return found;
  const fitting = found.text.match(/[^\0-\x7F\uFFFD]/gu) ?? [];
  const words = found.text.split(/\s+/).filter((word) => /[^\0-\x7F\uFFFD]/.test(word));
  const areWords = oddShare(words.join(' ').replaceAll('\uFFFD', '')) <= fewOdd;
  return fitting.length > found.replaced && areWords ? found : undefined;
}

/** By the declaration of XML or the page: `<?xml … encoding="windows-1251"?>`, where the bytes agree. */
function declared(bytes: Uint8Array): Decoded | undefined {
  const head = latin(bytes.subarray(0, 1000));
  const label = /^[^]{0,10}<[^>]{0,200}?\b(?:encoding|charset)\s?=\s?["']?([\w.:-]{3,30})/i.exec(head)?.[1];
  if (!label || /^utf|^us-ascii/i.test(label)) return undefined;
  try {
    const found = decodeAs(new TextDecoder(label).encoding, bytes);
    return found?.replaced === 0 ? found : undefined;
  } catch {
    return undefined;
  }
}

type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const marks: readonly (readonly [Wide, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const isWide = (encoding: string): encoding is Wide => marks.some(([wide]) => wide === encoding);

type WideText = { text: string; encoding: Wide; replaced: number };

/** The text of a file in UTF-16 or UTF-32, with a byte order mark, without one, or as told; undefined for any other. */
function decodeWide(bytes: Uint8Array, told?: Wide): WideText | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0];
  const encoding = told ?? marked ?? byNulls(bytes);
  return encoding && decoded(bytes, encoding);
}

function decoded(bytes: Uint8Array, encoding: Wide): WideText {
  const isShort = encoding === 'utf-16le' || encoding === 'utf-16be';
  const text = isShort ? new TextDecoder(encoding).decode(bytes) : decodeUtf32(bytes, encoding === 'utf-32le');
  return { text, encoding, replaced: text.match(/\uFFFD/g)?.length ?? 0 };
}

/** The platform decodes no UTF-32. */
function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    parts.push(code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code));
  }
  if (bytes.length % 4 > 0) parts.push('\uFFFD');
  return parts
    .join('')
    .replace(/^\uFEFF/, '')
    .toWellFormed();
}

/** Share of the letters that are ASCII in a text of an alphabet: its blanks and line ends alone are more. */
const fewAscii = 0.08;

/**
 * Detects wide encodings by null bytes, which ASCII blanks, digits and line ends produce. With few nulls, the text
 * must be invalid UTF-8 without half letters.
 */
function byNulls(bytes: Uint8Array): Wide | undefined {
  const nulls = [0, 0, 0, 0];
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === 0) nulls[index % 4]! += 1;
  const quarter = bytes.length / 4;
  const [first = 0, second = 0, third = 0, fourth = 0] = nulls.map((many) => many / quarter);
  if (third > 0.9 && fourth > 0.9 && first < 0.1) return 'utf-32le';
  if (first > 0.9 && second > 0.9 && fourth < 0.1) return 'utf-32be';
  const [even, odd] = [(first + third) / 2, (second + fourth) / 2];
  const most = Math.max(even, odd);
  if (most === 0 || Math.min(even, odd) > most / 20) return undefined;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  if (most > fewAscii) return encoding;
  return !isUtf8(bytes) && decoded(bytes, encoding).replaced === 0 ? encoding : undefined;
}
