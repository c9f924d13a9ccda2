import { isUtf8 } from 'node:buffer';

type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const marks: readonly (readonly [Wide, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export const isWide = (encoding: string): encoding is Wide => marks.some(([wide]) => wide === encoding);

type WideText = { text: string; encoding: Wide; replaced: number };

/** The text of a file in UTF-16 or UTF-32, with a byte order mark, without one, or as told; undefined for any other. */
export function decodeWide(bytes: Uint8Array, told?: Wide): WideText | undefined {
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
