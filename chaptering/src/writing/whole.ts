import { plainTitles } from './fallback-titles.ts';
import { type Ranker, trainedRanker } from './ranker.ts';
import type { RecordingWords } from './recording-words.ts';
import { capitaliseStart } from './spelling.ts';
import { phrasesFor } from './titles.ts';

/** Where the title of a recording was found; of `nothing` it claims none. */
export type TitleSource = 'model' | 'file' | 'slide' | 'speech' | 'nothing';

/** Parts of file names by which machines and people tell copies apart. */
const COPIES = /^(?:final|edit|edited|export|copy|draft|v\d+|\d+p|gmt.*)$/i;

/** The title of a recording: its file's name where that speaks, else its first slide, else what it speaks of most. */
export function wholeTitle(
  words: RecordingWords,
  {
    name = '',
    slide,
    ranker = trainedRanker,
  }: { name?: string | undefined; slide?: string | undefined; ranker?: Ranker },
): { title: string; titleFrom: TitleSource } {
  const file = tidyFileName(name, words);
  if (file !== undefined) return { title: file, titleFrom: 'file' };
  if (slide !== undefined) return { title: slide, titleFrom: 'slide' };
  const [phrase] = phrasesFor(words, [0, words.sentences.length], ranker, 0);
  if (phrase !== undefined) return { title: phrase, titleFrom: 'speech' };
  return { title: plainTitles(words.code).whole, titleFrom: 'nothing' };
}

/** At least two words without a figure make a name; codes of recorders have none. */
function tidyFileName(name: string, words: RecordingWords): string | undefined {
  const parts = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{2,5}$/, '')
    .split(/[\s_+.-]+/)
    .filter((word) => /^[\p{L}\p{N}\p{M}'’&]+$/u.test(word) && !/^\d{5,}$|^[0-9a-f]{8,}$/i.test(word));
  const kept = parts.filter((word) => !COPIES.test(word)).slice(0, 12);
  if (kept.filter((word) => /^\D{2,}$/u.test(word)).length < 2) return undefined;
  return capitaliseStart(kept.map((word) => calm(word, words)).join(' '), words.spellings);
}

/** A word of a file name as the recording writes it; one in capitals that nobody said is shouting. */
function calm(word: string, { spellings, counts }: RecordingWords): string {
  const lower = word.toLowerCase();
  const said = spellings.get(lower);
  if (said !== undefined) return said;
  return counts.has(lower) || word === word.toUpperCase() ? lower : word;
}
