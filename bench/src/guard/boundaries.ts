import { findChapterCuts, createOutlineContext } from '@lectern/chaptering/outline-context';
import { makeTalk } from '@lectern/server/main/long-sample';
import { ffmpeg } from '../media/measure.ts';
import type { Round } from './rounds.ts';

const rounds = 5;
/** Hours of the transcript, and of the sound that is decoded. */
const hours = { transcript: 3, sound: 1 };

/** Finds the chapters of a talk beside the decoding of a recording's sound: milliseconds an hour of each. */
export async function measureBoundaries(file: string): Promise<Round[]> {
  const cues = makeTalk(hours.transcript * 60);
  const find = (): number => {
    const began = performance.now();
    const cuts = findChapterCuts(createOutlineContext(cues, hours.transcript * 3600), []);
    if (cuts.length === 0) throw new Error('A talk of eight topics has no chapters.');
    return performance.now() - began;
  };
  // Just-in-time compilation is not the engine's time.
  find();
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const decoding = await ffmpeg('-i', file, '-t', String(hours.sound * 3600), ...'-vn -f null -'.split(' '));
    measured.push({ ours: find() / hours.transcript, theirs: decoding / hours.sound });
  }
  return measured;
}
