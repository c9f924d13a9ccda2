import { parentPort, workerData } from 'node:worker_threads';
import { cutPassages } from '@lectern/chaptering/draft/cut-passages';
import type { Passage } from '@lectern/chaptering/draft/quote-spans';
import type { Cue } from '@lectern/contract/cue';

export type Cutting = {
  cues: readonly Cue[];
  stretch: { start: number; end: number };
  passages: readonly Passage[];
  most: number;
};

const { cues, stretch, passages, most } = workerData as Cutting;
parentPort?.postMessage(cutPassages(cues, stretch, passages, most));
