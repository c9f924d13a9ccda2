import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outline } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { World } from '../../../platform/http/context.ts';
import type { StoredBoundaries } from '../../../platform/database/stored-outline.ts';
import { inOwnPlace } from '../../../platform/subprocess/thread.ts';
import type { MediaInfo, Storyboard } from '../../../ports/media/port.ts';
import { rankPlaces } from '../../outline/boundary-candidates.ts';
import { writeOutline } from '../../outline/make-outline.ts';
import { builtinEngine } from '../../outline/language/prompt.ts';
import { readCaptionFile } from '../../transcripts/caption-file.ts';
import type { StepRun } from '../../videos/pipeline.ts';

/** All that is made of the sample recording. `sheets` are the storyboard's pictures in base64. */
export type MadeSample = {
  media: MediaInfo;
  storyboard: Storyboard;
  /** Seconds at which the slides change. */
  slides: number[];
  sheets: string[];
  cues: Cue[];
  language: string | null;
  outline: Outline;
  places: StoredBoundaries;
};

/** Names what is kept of the sample in the disk cache: another recording or another engine is another sample. */
export async function sampleCacheKeyFor(what: string): Promise<string> {
  const captions = await readFile(sampleFiles.captions);
  const { size } = await stat(sampleFiles.recording);
  const digest = createHash('sha256').update(captions).update(`${size} ${builtinEngine}`).digest('hex').slice(0, 16);
  return `${what}-${digest}.json`;
}

/** The group of the sample in the disk cache. */
export const sampleCacheGroup = 'sample';

/** Processes the sample recording on the first request and keeps the result for all members. */
export async function madeSample(world: World, run: StepRun): Promise<MadeSample> {
  const name = await sampleCacheKeyFor('made');
  const made = async (signal: AbortSignal) => Buffer.from(JSON.stringify(await make(world, { ...run, signal })));
  const kept = await world.pictures.through(sampleCacheGroup, name, made, run.signal);
  return JSON.parse(kept.toString()) as MadeSample;
}

async function make(world: World, { signal, progress }: StepRun): Promise<MadeSample> {
  const { recording } = sampleFiles;
  await using scratch = await world.scratch.folder();
  const at = (name: string): string => join(scratch.path, name);
  const inspected = await world.media.inspect(recording, signal);
  const target = { rendition: at('rendition.mp4'), index: at('index.json') };
  const { info: media } = await world.media.prepare(recording, inspected, target, { signal });
  const file = media.playback === 'direct' ? recording : target.rendition;
  progress(0.2);
  const seen = await world.media.storyboard({ file, index: target.index }, at('sheets'), {
    signal,
    onProgress: (fraction) => progress(0.2 + 0.4 * fraction),
  });
  if (!seen) throw new Error('The sample recording has no pictures.');
  const { storyboard, slides } = seen;
  const sheets = await Promise.all(
    Array.from({ length: storyboard.sheets }, (_, n) => readFile(join(at('sheets'), `sheet-${n}.jpg`), 'base64')),
  );
  const { cues, language = null } = await readCaptionFile(await readFile(sampleFiles.captions), 'webinar.vtt', {
    signal,
  });
  const evidence = { duration: media.duration, slides };
  const outline = withKeptQuotes(await writeOutline({ cues, evidence, quotes, preferred: [] }, signal));
  progress(0.8);
  const starts = outline.chapters.slice(1).map(({ start }) => start);
  const places = await rankPlaces(cues, evidence, starts, inOwnPlace(signal));
  return { media, storyboard, slides, sheets, cues, language, outline, places };
}

/** Lectern's makers own the sample and have read its quotes: the key sentences are kept, as its owner could. */
const withKeptQuotes = ({ chapters, ...whole }: Outline): Outline => ({
  ...whole,
  chapters: chapters.map((chapter) => ({ ...chapter, quotes: chapter.quotes.map(({ key: _, ...quote }) => quote) })),
});

/** Quotes a chapter at most: what a new member's settings say. */
const quotes = 3;

const folder = join(import.meta.dirname, '../../../../../sample');

/** The recording of three minutes that the product brings along, with its captions. */
export const sampleFiles = { recording: join(folder, 'webinar.mp4'), captions: join(folder, 'webinar.vtt') };

/** Title on the card of the sample until it is in the library. */
export const sampleTitle = 'Sample recording';
