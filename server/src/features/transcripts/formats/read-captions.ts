import type { Cue } from '@lectern/contract/cue';
import { Problem } from '@lectern/contract/problem';
import { decodeText } from './decode-text.ts';
import { maxCues, maxTime } from './caption-file.ts';
import { type CaptionFormat, detectFormat } from './detect-format.ts';
import { tidyCues } from './tidy-cues.ts';

/** Captions ready to be a transcript. `warnings` counts cues that had to be left out; `language` is a BCP 47 tag. */
export type ReadCaptions = {
  cues: Cue[];
  format: CaptionFormat;
  warnings: number;
  language?: string;
  /** The file has no times: those of the cues are to be stretched over the recording. */
  untimed?: true;
};

/**
 * Reads a caption file of any of the formats that editors, meeting tools and recognisers write, known by its content;
 * the name only tells the language (`talk.de.srt`). Throws `captions_unreadable` when it has not one cue. The caller
 * bounds the size; time and memory are linear in it.
 */
export function readCaptions(bytes: Uint8Array, fileName = ''): ReadCaptions {
  const text = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const known = detectFormat(text);
  if (!known) throw new Problem('captions_unreadable', { cause: 'no caption format recognised' });
  const { format, file } = known;
  const timed = file.cues.filter(({ start }) => start >= 0 && start <= maxTime);
  const tidy = tidyCues(timed);
  const cues = tidy.slice(0, maxCues);
  if (!cues.length) throw new Problem('captions_unreadable', { cause: `${format} without a cue` });
  const language = canonicalLanguage(file.language) ?? languageOfName(fileName);
  const untimed = file.untimed ? { untimed: true as const } : {};
  const left = file.cues.length - timed.length + (tidy.length - cues.length);
  return { cues, format, warnings: file.broken + left, ...(language ? { language } : {}), ...untimed };
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
