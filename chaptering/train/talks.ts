import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cue } from '../src/transcript.ts';

/** A recording with chapters set by people, in the format of the project's data folder `talks`. Seconds. */
export type Talk = {
  id: string;
  show: string;
  title: string;
  duration: number;
  /** How exact the times of the cues are. */
  timing: 'cue' | 'turn' | 'interpolated';
  cues: Cue[];
  chapters: { start: number; title: string }[];
};

export const readTalks = (folder: string): Talk[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Talk);

/** Editions of one show under several names count as one, so that cross-validation never sees a show twice. */
export const showOf = ({ show }: Talk): string => (show === 'btct-bitcoin-magazine' ? 'btct-bitcoin-explained' : show);
