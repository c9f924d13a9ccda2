import { type ChildLimits, keepSpare, runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import type { Arriving, ArrivingInfo } from '../arriving.ts';
import type { PlayableRecording } from '../port.ts';
import { type PlaybackIndex, recordSize } from './index/playback-index.ts';
import { mostSamples } from './mp4/sample-table.ts';
import type { Probed } from './probe/probe-recording.ts';
import type { Probing, Reading } from './reader.child.ts';

const module = new URL('./reader.child.ts', import.meta.url);

/** Bytes: the records of the largest tables that are read, of picture and sound. */
const limits = { written: 2 * mostSamples * recordSize + 64 * 1024 ** 2 };

type Turn = Pick<ChildLimits, 'signal' | 'owner'>;

const read = <Result>(reading: Reading, how: Turn & Pick<ChildLimits, 'onEarly'>): Promise<Result> =>
  runInSubprocess<Result>(module, reading, { ...how, ...limits });

/** A recording is about to be read: a process waits for it. */
export const keepReader = (): void => keepSpare(module, limits);

/** Parses a file in a separate process, and writes the index of one that plays as it is where that is wished. */
export const probe = (reading: Probing, turn: Turn = {}): Promise<Probed> => read({ ...reading, isProbed: true }, turn);

/** `first` is found by some of its pictures, as soon as it plays as it is; `all` by all of them. */
export type Look = { first: Promise<Probed>; all: Promise<Probed> };

/** As `probe`, which does not wait for the look at all pictures. */
export function look(reading: Probing & { index: string }, turn: Turn): Look {
  const { promise: early, resolve: onEarly } = Promise.withResolvers<Probed>();
  const all = read<Probed>({ ...reading, isProbed: true, tellsEarly: true }, { ...turn, onEarly });
  const first = Promise.race([early, all]);
  // A failure is told to those who wait for one of them.
  for (const found of [first, all]) found.catch(() => undefined);
  return { first, all };
}

/** Writes the index of a file that can be played as it is. */
export const writeIndex = (
  { file, index, sound }: Pick<PlayableRecording, 'file' | 'index' | 'sound'>,
  turn: Turn = {},
): Promise<PlaybackIndex> => read({ file, index, sound }, turn);

/** Writes the index of a recording that is arriving; null where it does not play as it is, or too little is there. */
export const indexArriving = (arriving: Arriving & { index: string }, turn: Turn): Promise<ArrivingInfo | null> =>
  read(arriving, turn);
