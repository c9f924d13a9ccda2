import { parentPort, workerData } from 'node:worker_threads';
import type { Cue } from '@lectern/contract/cue';
import type { Word } from '../../../ports/speech/port.ts';
import { aligned } from './aligned.ts';

export type ToAlign = { cues: readonly Cue[]; words: readonly Word[]; duration: number };

const { cues, words, duration } = workerData as ToAlign;
parentPort?.postMessage(aligned(cues, words, duration));
