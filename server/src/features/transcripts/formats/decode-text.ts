import { mendDoubleEncoding } from './double-encoding.ts';
import { guessEncoding } from './guess-encoding.ts';
import { decodeWide } from './wide-encodings.ts';

/** A text in another encoding that fits its bytes about as well. */
export type OtherText = { encoding: string; text: string };

/**
 * A file as text. `encoding` is the name by which WHATWG knows it. `replaced` counts the letters that its bytes do not
 * tell. `twice` is the encoding as which UTF-8 had been read and written again, which is undone here. `guessed`: neither
 * the bytes nor the file nor anybody says which encoding it is; `other` is there where two are about as likely.
 */
export type Decoded = {
  text: string;
  encoding: string;
  replaced: number;
  twice?: string;
  guessed?: true;
  other?: OtherText;
};

/** What is known beside the bytes: the encoding that a person chose, and the language of the recording as a BCP 47 tag. */
export type EncodingHints = { encoding?: string | undefined; language?: string | undefined };

/**
 * The text of a file whose encoding nobody need have declared: by its byte order mark, by its null bytes, as UTF-8 when
 * nearly all fits, by what its XML declares, else by what letters and languages make likely.
 */
export function decodeText(bytes: Uint8Array, hints: EncodingHints = {}): Decoded {
  if (hints.encoding) return decodeAs(hints.encoding, bytes);
  const wide = decodeWide(bytes);
  if (wide) return { replaced: 0, ...wide };
  const head = latin(bytes.subarray(0, 10_000));
  if (head.includes('\x1B$B') || head.includes('\x1B$@')) return decodeAs('iso-2022-jp', bytes);
  return nearlyUtf8(bytes) ?? declared(bytes) ?? guessEncoding(bytes, hints.language);
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function decodeAs(encoding: string, bytes: Uint8Array): Decoded {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, replaced: count(text, /\uFFFD/g) };
}

/** UTF-8, also where some bytes were damaged: a text in another encoding has more that does not fit than that does. */
function nearlyUtf8(bytes: Uint8Array): Decoded | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  const replaced = count(text, /\uFFFD/g) - count(latin(bytes), /\xEF\xBF\xBD/g);
  if (replaced === 0) return { replaced, encoding: 'utf-8', ...mendDoubleEncoding(text) };
  const fitting = count(text, /[^\0-\x7F\uFFFD]/gu);
  return fitting > replaced ? { text, encoding: 'utf-8', replaced } : undefined;
}

/** By the declaration of XML or the page: `<?xml … encoding="windows-1251"?>`, where the bytes agree. */
function declared(bytes: Uint8Array): Decoded | undefined {
  const head = latin(bytes.subarray(0, 1000));
  const label = /^[^]{0,10}<[^>]{0,200}?\b(?:encoding|charset)\s?=\s?["']?([\w.:-]{3,30})/i.exec(head)?.[1];
  if (!label || /^utf|^us-ascii/i.test(label)) return undefined;
  try {
    const found = decodeAs(new TextDecoder(label).encoding, bytes);
    return found.replaced === 0 ? found : undefined;
  } catch {
    return undefined;
  }
}
