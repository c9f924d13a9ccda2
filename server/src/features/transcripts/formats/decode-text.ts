import { isAscii } from 'node:buffer';
import { decodePage, switchingIn } from './decode-page.ts';
import { mendDoubleEncoding } from './double-encoding.ts';
import { fewOdd, guessEncoding, oddShare, type Decoded } from './guess-encoding.ts';
import { decodeWide, isWide } from './wide-encodings.ts';

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
