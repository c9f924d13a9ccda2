import type { Cue } from '@lectern/contract/cue';
import { Problem } from '@lectern/contract/problem';
import type { CaptionFile } from './caption-file.ts';
import { decodeText } from './decode-text.ts';
import { readZoomCaptions, sbvHead, srtHead, zoomHead } from './line-formats.ts';
import { tidyCues } from './tidy-cues.ts';
import { eachLine, readTimedBlocks } from './timed-blocks.ts';
import { readTtml } from './ttml.ts';
import { readWebvtt } from './webvtt-dialects.ts';

type CaptionFormat = 'webvtt' | 'srt' | 'sbv' | 'ttml' | 'zoom';

/** Captions ready to be a transcript. `warnings` counts cues that had to be left out; `language` is a BCP 47 tag. */
type ReadCaptions = { cues: Cue[]; format: CaptionFormat; warnings: number; language?: string };

const readers: Record<CaptionFormat, (text: string) => CaptionFile> = {
  webvtt: readWebvtt,
  ttml: readTtml,
  zoom: readZoomCaptions,
  srt: (text) => readTimedBlocks(text, srtHead),
  sbv: (text) => readTimedBlocks(text, sbvHead),
};

/**
 * Reads a caption file of any of the formats that editors and meeting tools write, known by its content; the name
 * only tells the language (`talk.de.srt`). Throws `captions_unreadable` when it has not one cue. The caller bounds
 * the size; time and memory are linear in it.
 */
export function readCaptions(bytes: Uint8Array, fileName = ''): ReadCaptions {
  const text = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const format = detectFormat(text);
  if (!format) throw new Problem('captions_unreadable', { cause: 'no caption format recognised' });
  const file = readers[format](text);
  const cues = tidyCues(file.cues);
  if (!cues.length) throw new Problem('captions_unreadable', { cause: `${format} without a cue` });
  const language = canonicalLanguage(file.language) ?? languageOfName(fileName);
  return { cues, format, warnings: file.broken, ...(language ? { language } : {}) };
}

function detectFormat(text: string): CaptionFormat | undefined {
  if (/^WEBVTT\b/.test(text)) return 'webvtt';
  if (/^\s{0,99}</.test(text) && /<(?:\w{1,20}:)?tt[\s>]/.test(text.slice(0, 10_000))) return 'ttml';
  for (const line of eachLine(text)) {
    if (typeof srtHead(line) === 'object') return 'srt';
    if (sbvHead(line)) return 'sbv';
    if (zoomHead(line)) return 'zoom';
  }
  return undefined;
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
