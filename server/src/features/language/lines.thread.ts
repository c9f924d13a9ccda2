import { parentPort, workerData } from 'node:worker_threads';
import { linesOf } from '@lectern/chaptering/draft/lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/cue';

const cues = workerData as Cue[];
parentPort?.postMessage(linesOf(readTranscript(cues, 0), cues));
