import { parentPort, workerData } from 'node:worker_threads';
import type { Evidence } from '@lectern/chaptering/outline';
import { rankedPlaces } from '@lectern/chaptering/ranked-places';
import type { Cue } from '@lectern/contract/cue';

export type Ranked = {
  cues: readonly Cue[];
  evidence: Evidence;
  /** Seconds at which the chapters begin. */
  starts: readonly number[];
};

const { cues, evidence, starts } = workerData as Ranked;
parentPort?.postMessage(rankedPlaces(cues, evidence, starts));
