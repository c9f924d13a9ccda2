import { parentPort, workerData } from 'node:worker_threads';
import type { Cue } from '@lectern/contract/cue';
import { transcriptDocument } from './transcript-document.ts';

export type Written = { title: string; cues: readonly Cue[]; chapters: readonly { title: string; start: number }[] };

const { title, cues, chapters } = workerData as Written;
parentPort?.postMessage(await transcriptDocument(title, cues, chapters));
