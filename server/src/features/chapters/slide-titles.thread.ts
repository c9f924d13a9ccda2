import { parentPort, workerData } from 'node:worker_threads';
import { titlesOfSlides } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/cue';

export type Titled = {
  cues: readonly Cue[];
  chapters: readonly { start: number; end: number; title: string }[];
  shown: readonly ShownSlide[];
};

const { cues, chapters, shown } = workerData as Titled;
parentPort?.postMessage(titlesOfSlides(cues, chapters, shown) satisfies (string | undefined)[]);
