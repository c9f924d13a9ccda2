import { Problem } from '@lectern/contract/problem';
import { childOf } from './box.ts';

/** Every sample of a track in decode order; times in units of the track's timescale, before its edit list. */
export type SampleTable = {
  count: number;
  offset: Float64Array;
  size: Uint32Array;
  decode: Float64Array;
  /** Presentation minus decode time. */
  composition: Int32Array;
  /** 1 where decoding can begin. */
  sync: Uint8Array;
  lastDuration: number;
};

const broken = (cause: string): never => {
  throw new Problem('broken_media', { cause });
};

/** Bounds against tables that claim more samples than any recording has (a day at 1,000 a second). */
const mostSamples = 86_400_000;

type Rows = { count: number; at(row: number, column: number): number };

/** The rows of a table box of 32-bit columns. */
function rowsOf(stbl: Buffer, type: string, columns: number): Rows | undefined {
  const body = childOf(stbl, type)?.body;
  if (!body || body.length < 8) return undefined;
  const count = Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / (columns * 4)));
  return { count, at: (row, column) => body.readUInt32BE(8 + (row * columns + column) * 4) };
}

function sizesOf(stbl: Buffer): Uint32Array {
  const body = childOf(stbl, 'stsz')?.body;
  if (!body || body.length < 12) return new Uint32Array(0);
  const fixed = body.readUInt32BE(4);
  const count = body.readUInt32BE(8);
  if (count > mostSamples) broken('too many samples');
  if (fixed > 0) return new Uint32Array(count).fill(fixed);
  if (body.length < 12 + count * 4) broken('stsz is too short');
  const sizes = new Uint32Array(count);
  for (let n = 0; n < count; n += 1) sizes[n] = body.readUInt32BE(12 + n * 4);
  return sizes;
}

function chunkOffsets(stbl: Buffer): Rows {
  const short = rowsOf(stbl, 'stco', 1);
  if (short) return short;
  const long = rowsOf(stbl, 'co64', 2) ?? broken('no chunk offsets');
  return { count: long.count, at: (row) => long.at(row, 0) * 2 ** 32 + long.at(row, 1) };
}

function placeSamples(stbl: Buffer, size: Uint32Array): Float64Array {
  const offset = new Float64Array(size.length);
  const chunks = chunkOffsets(stbl);
  const runs = rowsOf(stbl, 'stsc', 3) ?? broken('no sample-to-chunk table');
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunks.count && sample < size.length; chunk += 1) {
    while (run + 1 < runs.count && runs.at(run + 1, 0) <= chunk + 1) run += 1;
    let at = chunks.at(chunk, 0);
    for (let left = runs.at(run, 1); left > 0 && sample < size.length; left -= 1) {
      offset[sample] = at;
      at += size[sample]!;
      sample += 1;
    }
  }
  if (sample < size.length) broken('samples without a chunk');
  return offset;
}

/** Reads the `stbl` box of a track. Throws `broken_media` when its tables contradict each other. */
export function readSampleTable(stbl: Buffer): SampleTable {
  const size = sizesOf(stbl);
  const count = size.length;
  const decode = new Float64Array(count);
  const composition = new Int32Array(count);
  const empty = {
    count,
    offset: new Float64Array(0),
    size,
    decode,
    composition,
    sync: new Uint8Array(0),
    lastDuration: 0,
  };
  if (count === 0) return empty;

  const durations = rowsOf(stbl, 'stts', 2) ?? broken('no sample times');
  let sample = 0;
  let time = 0;
  let lastDuration = 0;
  for (let row = 0; row < durations.count; row += 1) {
    lastDuration = durations.at(row, 1);
    for (let left = durations.at(row, 0); left > 0 && sample < count; left -= 1) {
      decode[sample] = time;
      time += lastDuration;
      sample += 1;
    }
  }
  if (sample < count) broken('samples without a time');

  const compositions = rowsOf(stbl, 'ctts', 2);
  sample = 0;
  for (let row = 0; row < (compositions?.count ?? 0); row += 1)
    for (let left = compositions!.at(row, 0); left > 0 && sample < count; left -= 1)
      // Signed in version 1, and written signed by some who say version 0.
      composition[sample++] = compositions!.at(row, 1) | 0;

  const syncs = rowsOf(stbl, 'stss', 1);
  const sync = new Uint8Array(count);
  if (!syncs) sync.fill(1);
  else for (let row = 0; row < syncs.count; row += 1) sync[syncs.at(row, 0) - 1] = 1;
  return { count, offset: placeSamples(stbl, size), size, decode, composition, sync, lastDuration };
}
