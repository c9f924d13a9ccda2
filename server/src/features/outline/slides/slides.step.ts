import { pictureTime } from '@lectern/contract/outline/slides';
import type { World } from '../../../platform/http/context.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import type { StepHandler, StepRun } from '../../videos/pipeline.ts';
import { replaceSlides, type StoredSlide } from './stored-slides.ts';
import { titleBySlides } from '../slide-titles.job.ts';
import { join } from 'node:path';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { goesOn, type ReadPage, slideTexts } from './slide-text.ts';

/** Pictures that are read of a recording: those that are shown longest, where a camera that is cut makes thousands. */
const most = 400;

/** Width at which small print can still be read, in pixels. */
const width = 1280;

/** The slides of a video with what is written on them. */
export async function readSlidesOf(world: World, video: VideoRow, run: StepRun): Promise<StoredSlide[]> {
  const starts = [0, ...(video.slides ?? []).filter((start) => start > 0 && start < video.duration)];
  const shown = starts
    .map((start, n) => ({ start, end: starts[n + 1] ?? video.duration }))
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, most)
    .toSorted((one, other) => one.start - other.start);
  const playable = playableOf(world, video);
  const pages = await readSlides(
    shown.map(pictureTime),
    (time) => world.media.thumbnail(playable, { time, width }, { signal: run.signal, owner: video.workspace_id }),
    { owner: video.workspace_id, signal: run.signal, onProgress: run.progress },
  );
  const slides: StoredSlide[] = [];
  for (const [n, read] of slideTexts(pages).entries()) {
    const { start, end } = shown[n]!;
    const last = slides.at(-1);
    if (last && goesOn(last, read)) Object.assign(last, { end, ...read });
    else if (read.text !== '') slides.push({ start, end, ...read });
  }
  return slides;
}

/** Reads what is written on the slides. A recording without pictures has none. */
export const slidesStep: StepHandler = async (world, video, run) => {
  if (!world.readsSlides) return { state: 'skipped', note: 'slides are not read on this server' };
  if (video.kind === 'audio' || !video.slides) return { state: 'skipped', note: 'no slides' };
  const slides = await readSlidesOf(world, video, run);
  return {
    note: slides.length === 1 ? '1 slide with words' : `${slides.length} slides with words`,
    save: async (tx) => {
      await lockVideo(tx, video.id);
      await replaceSlides(tx, video.id, slides);
      if (slides.length > 0) await titleBySlides(world, tx, video);
    },
  };
};

const module = new URL('./ocr.child.ts', import.meta.url);
const languageFile = join(import.meta.dirname, '../../../../models/eng.traineddata');

/** Recordings whose slides are read at once: it takes a core. */
const reading = createSemaphore({ maxConcurrent: 1 });

/** Pictures a process reads: it takes a second to begin, and holds them all. */
const batch = 24;

/** Seconds of processor for a picture; one full of words takes one or two. */
const forPicture = 10;

type Reading = { owner: string; signal: AbortSignal; onProgress: (fraction: number) => void };

/** Reads text on pictures in a subprocess. `picture` makes each one on demand; null reads as empty. */
async function readSlides(
  times: readonly number[],
  picture: (time: number) => Promise<Buffer | null>,
  { owner, signal, onProgress }: Reading,
): Promise<ReadPage[]> {
  const read: ReadPage[] = [];
  for (let from = 0; from < times.length; from += batch) {
    const pages = await reading(
      async () => {
        const pictures: Buffer[] = [];
        for (const time of times.slice(from, from + batch)) pictures.push((await picture(time)) ?? Buffer.alloc(0));
        const limits = { processor: 30 + forPicture * pictures.length, owner, signal };
        return runInSubprocess<ReadPage[]>(module, { pictures, languageFile }, limits);
      },
      { owner, signal },
    );
    read.push(...pages);
    onProgress(read.length / times.length);
  }
  return read;
}
