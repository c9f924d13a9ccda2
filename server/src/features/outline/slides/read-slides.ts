import { join } from 'node:path';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import type { SlideText } from './slide-text.ts';

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
export async function readSlides(
  times: readonly number[],
  picture: (time: number) => Promise<Buffer | null>,
  { owner, signal, onProgress }: Reading,
): Promise<SlideText[]> {
  const read: SlideText[] = [];
  for (let from = 0; from < times.length; from += batch) {
    const texts = await reading(
      async () => {
        const pictures: Buffer[] = [];
        for (const time of times.slice(from, from + batch)) pictures.push((await picture(time)) ?? Buffer.alloc(0));
        const limits = { processor: 30 + forPicture * pictures.length, owner, signal };
        return runInSubprocess<SlideText[]>(module, { pictures, languageFile }, limits);
      },
      { owner, signal },
    );
    read.push(...texts);
    onProgress(read.length / times.length);
  }
  return read;
}
