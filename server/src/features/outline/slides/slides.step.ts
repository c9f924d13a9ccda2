import { pictureTime } from '@lectern/contract/outline/slides';
import type { World } from '../../../platform/http/context.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import type { StepHandler, StepRun } from '../../videos/pipeline.ts';
import { readSlides } from './read-slides.ts';
import { replaceSlides, type StoredSlide } from './stored-slides.ts';
import { titleBySlides } from '../slide-titles.job.ts';

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
  const texts = await readSlides(
    shown.map(pictureTime),
    (time) => world.media.thumbnail(playable, { time, width }, { signal: run.signal, owner: video.user_id }),
    { owner: video.user_id, signal: run.signal, onProgress: run.progress },
  );
  const slides: StoredSlide[] = [];
  for (const [n, { start, end }] of shown.entries()) {
    const { title, text } = texts[n]!;
    const last = slides.at(-1);
    if (last?.text === text) last.end = end;
    else if (text !== '') slides.push({ start, end, title, text });
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
