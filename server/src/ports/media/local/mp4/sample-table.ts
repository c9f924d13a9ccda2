import { Problem } from '@lectern/contract/problem';
import { findChildBox } from './box.ts';

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

/**
 * Samples of a track: three hours at 460 a second, a day at 57. Each takes 25 bytes of memory and as many of the index.
 */
export const mostSamples = 5_000_000;

/** Bytes of a sample: its size shares 32 bits with a flag. */
const largestSample = 2 ** 31 - 1;

type Rows = { count: number; at(row: number, column: number): number };

/** The rows of a table box of 32-bit columns. */
function rowsOf(stbl: Buffer, type: string, columns: number): Rows | undefined {
  const body = findChildBox(stbl, type)?.body;
  if (!body || body.length < 8) return undefined;
  const count = Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / (columns * 4)));
  return { count, at: (row, column) => body.readUInt32BE(8 + (row * columns + column) * 4) };
}

/** Samples that a track claims to have. */
export function samplesIn(stbl: Buffer): number {
  const body = findChildBox(stbl, 'stsz')?.body;
  return body && body.length >= 12 ? body.readUInt32BE(8) : 0;
}

/**
 * The sizes of the samples the file can hold: nothing is allocated for more than that. Those behind the end of a file
 * that was cut off are left out.
 */
function sizesOf(stbl: Buffer, fileSize: number): Uint32Array {
  const body = findChildBox(stbl, 'stsz')?.body;
  const count = samplesIn(stbl);
  if (!body || count === 0) return new Uint32Array(0);
  const fixed = body.readUInt32BE(4);
  if (count > mostSamples) broken('too many samples');
  if (fixed > 0) return new Uint32Array(Math.min(count, Math.floor(fileSize / fixed))).fill(fixed);
  if (body.length < 12 + count * 4) broken('stsz is too short');
  const sizes = new Uint32Array(count);
  let sum = 0;
  for (let n = 0; n < count; n += 1) {
    sizes[n] = body.readUInt32BE(12 + n * 4);
    sum += sizes[n]!;
    if (sizes[n]! > largestSample || sum > fileSize) return sizes.subarray(0, n);
  }
  return sizes;
}

function chunkOffsets(stbl: Buffer): Rows {
  const short = rowsOf(stbl, 'stco', 1);
  if (short) return short;
  const long = rowsOf(stbl, 'co64', 2) ?? broken('no chunk offsets');
  return { count: long.count, at: (row) => long.at(row, 0) * 2 ** 32 + long.at(row, 1) };
}

/** Where the samples are, up to the first one that is not wholly in the file. */
function placeSamples(stbl: Buffer, size: Uint32Array, fileSize: number): Float64Array {
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
      if (at > fileSize) return offset.subarray(0, sample);
      sample += 1;
    }
  }
  if (sample < size.length) broken('samples without a chunk');
  if (sample < samplesIn(stbl)) broken('its samples are larger than the file');
  return offset;
}

/** Units of its timescale that a track lasts by its table of times. */
export function timeIn(stbl: Buffer): number {
  const durations = rowsOf(stbl, 'stts', 2);
  let time = 0;
  for (let row = 0; row < (durations?.count ?? 0); row += 1) time += durations!.at(row, 0) * durations!.at(row, 1);
  return time;
}

/**
 * Reads the `stbl` box of a track, as far as its samples are in the file. Throws `broken_media` when its tables
 * contradict each other.
 */
export function readSampleTable(stbl: Buffer, fileSize: number): SampleTable {
  const sizes = sizesOf(stbl, fileSize);
  const offset = sizes.length > 0 ? placeSamples(stbl, sizes, fileSize) : new Float64Array(0);
  const count = offset.length;
  const size = sizes.subarray(0, count);
  const decode = new Float64Array(count);
  const composition = new Int32Array(count);
  if (count === 0) return { count, offset, size, decode, composition, sync: new Uint8Array(0), lastDuration: 0 };

  const durations = rowsOf(stbl, 'stts', 2) ?? broken('no sample times');
  let sample = 0;
  let time = 0;
  let lastDuration = 0;
  for (let row = 0; row < durations.count && sample < count; row += 1) {
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
  return { count, offset, size, decode, composition, sync, lastDuration };
}
