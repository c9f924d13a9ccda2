import { parentPort, workerData } from 'node:worker_threads';
import { chaptersAgain, type OutlineChapter } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/cue';

/** Chapters to be written again, in seconds, and how many quotes each has at most. */
export type Wanted = {
  cues: readonly Cue[];
  spans: readonly { start: number; end: number }[];
  quotes: number;
  shown: readonly ShownSlide[];
};

const { cues, spans, quotes, shown } = workerData as Wanted;
parentPort?.postMessage(chaptersAgain(cues, spans, quotes, shown) satisfies OutlineChapter[]);
