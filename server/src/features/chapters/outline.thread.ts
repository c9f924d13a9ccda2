import { parentPort, workerData } from 'node:worker_threads';
import { completeOutline, type Draft } from '@lectern/chaptering/draft/complete-outline';
import { type Evidence, type Outline, outline } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/cue';

/** A transcript, what else is known of the recording, quotes a chapter at most, and what a model proposes if it was asked. */
export type Material = { cues: readonly Cue[]; evidence: Evidence; quotes: number; draft?: Draft };

const { cues, evidence, quotes, draft } = workerData as Material;
const made: Outline = draft ? completeOutline(cues, evidence, draft, { quotes }) : outline(cues, evidence, { quotes });
parentPort?.postMessage(made);
