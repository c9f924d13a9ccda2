import { parentPort, workerData } from 'node:worker_threads';
import { chaptersAgain, type OutlineChapter } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/cue';

/** Chapters to be written again, in seconds, and how many quotes each has at most. */
export type Wanted = {
  cues: readonly Cue[];
  spans: readonly { start: number; end: number }[];
  quotes: number;
};

const { cues, spans, quotes } = workerData as Wanted;
parentPort?.postMessage(chaptersAgain(cues, spans, quotes) satisfies OutlineChapter[]);
