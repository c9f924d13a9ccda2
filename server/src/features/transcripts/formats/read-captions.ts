import type { Decoded } from './guess-encoding.ts';
import { type CodePage, codePages } from '@lectern/contract/code-pages';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem } from '@lectern/contract/problem';
import { decodeText, type EncodingHints } from './decode-text.ts';
import { maxCues, maxTime } from './caption-file.ts';
import { type CaptionFormat, detectFormat, type DetectedCaptions } from './detect-format.ts';
import { ebuEncoding, isEbuStl, readEbuStl } from './ebu-stl.ts';
import { tidyCues } from './tidy-cues.ts';

/** An encoding that a file may be in, and a few of its lines as they are then. */
export type CaptionPreview = { encoding: CodePage; lines: string };

/**
 * How a file became text. `replaced` counts letters that its bytes do not tell; `choice` is a question to the person.
 */
export type ReadEncoding = Omit<Decoded, 'text' | 'other'> & { choice?: [CaptionPreview, CaptionPreview] };

/**
 * Captions ready to be a transcript. `warnings` counts cues that had to be left out and letters that had to be replaced;
 * `language` is a BCP 47 tag.
 */
export type ReadCaptions = {
  cues: Cue[];
  format: CaptionFormat;
  warnings: number;
  read: ReadEncoding;
  language?: string;
  /** The file has no times: those of the cues are to be stretched over the recording. */
  untimed?: true;
  /** The unit assumed for its numbers, when that is a guess other than seconds. */
  guessedUnit?: string;
};

/** Hints besides the bytes. `duration` is the recording's length in seconds. */
export type Hints = EncodingHints & { duration?: number | undefined };

/**
 * Reads a caption file; content decides the format, the name only the language (`talk.de.srt`). Throws
 * `captions_unreadable` without cues. The caller bounds the size; time and memory are linear.
 */
export function readCaptions(bytes: Uint8Array, fileName = '', hints: Hints = {}): ReadCaptions {
  const named = languageOfName(fileName);
  const { known, read } = isEbuStl(bytes)
    ? readBroadcast(bytes)
    : readText(bytes, { ...hints, language: named ?? hints.language });
  if (!known) throw new Problem('captions_unreadable', { cause: 'no caption format recognised' });
  const { format, file } = known;
  const timed = file.cues.filter(({ start }) => start >= 0 && start <= maxTime);
  const tidy = tidyCues(timed);
  const cues = tidy.slice(0, maxCues);
  if (!cues.length) throw new Problem('captions_unreadable', { cause: `${format} without a cue` });
  const language = canonicalLanguage(file.language) ?? named;
  const untimed = file.untimed ? { untimed: true as const } : {};
  const left = file.cues.length - timed.length + (tidy.length - cues.length);
  const warnings = file.broken + left + read.replaced;
  const unit =
    file.guessedUnit === undefined || file.guessedUnit === 'seconds' ? {} : { guessedUnit: file.guessedUnit };
  return { cues, format, warnings, read, ...(language ? { language } : {}), ...untimed, ...unit };
}

type Read = { known: DetectedCaptions | undefined; read: ReadEncoding };

/** Subtitles of broadcasters are no text: their header says in which letters what is said in them is. */
const readBroadcast = (bytes: Uint8Array): Read => ({
  known: { format: 'ebu-stl', file: readEbuStl(bytes) },
  read: { encoding: ebuEncoding(bytes), replaced: 0 },
});

function readText(bytes: Uint8Array, hints: Hints): Read {
  const decoded = decodeText(bytes, hints);
  const text = plainLines(decoded.text);
  return { known: detectFormat(text, hints), read: asRead(decoded) };
}

/** All line ends alike, and without what mail, blanks and marks of code put around lines. */
function plainLines(given: string): string {
  // Some print the line ends that they mean; in JSON and code these are escaped.
  const isOneLine = !/[\r\n]/.test(given.trim()) && !/^\s{0,9}(?:["'({]|\[\D)/.test(given);
  const text = (isOneLine ? given.replace(/(?:\\r)?\\n/g, '\n') : given)
    .replace(/^\uFEFF/, '')
    .replace(/\r{1,3}\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/^(?:[^\S\n]+|```\w{0,20})$/gm, '');
  // Two of its signs are those of somebody's turn.
  return /^(?!>(?!>)|$)/m.test(text) ? text : text.replace(/^> ?/gm, '');
}

function asRead({ text, other, ...read }: Decoded): ReadEncoding {
  const taken = codePages.find((page) => page === read.encoding);
  if (!other || !taken) return read;
  return { ...read, choice: [preview(taken, text), preview(other.encoding, other.text)] };
}

/** Lines that tell encodings apart. */
const previewLines = 3;

function preview(encoding: CodePage, text: string): CaptionPreview {
  const telling = text.split(/[\r\n]+/).filter((line) => /[^\0-\x7F]/.test(line));
  const lines = telling.slice(0, previewLines).map((line) => line.trim().slice(0, 120));
  return { encoding, lines: lines.join('\n').toWellFormed() };
}

function languageOfName(fileName: string): string | undefined {
  return canonicalLanguage(/\.([a-z]{2,3}(?:-[a-z\d]{2,8})?)\.[a-z\d]{2,5}$/i.exec(fileName)?.[1]);
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `en-us` as `en-US`; undefined for what is no language, such as the `cc` of `talk.cc.vtt`. */
function canonicalLanguage(tag = ''): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical && languages.of(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}
