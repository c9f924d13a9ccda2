import { parentPort, workerData } from 'node:worker_threads';
import { type Evidence, outline } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/cue';

const { cues, evidence } = workerData as { cues: Cue[]; evidence: Evidence };
parentPort?.postMessage(outline(cues, evidence));
