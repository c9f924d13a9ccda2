import { parentPort, workerData } from 'node:worker_threads';
import { chapterAgain, type OutlineChapter } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/cue';

/** What is looked for: a stretch in seconds, how many passages, and the words they are to be about. */
export type Wanted = {
  cues: readonly Cue[];
  stretch: { start: number; end: number };
  quotes: number;
  query: readonly string[];
};

const { cues, stretch, quotes, query } = workerData as Wanted;
parentPort?.postMessage(chapterAgain(cues, stretch, { quotes, query }) satisfies OutlineChapter);
