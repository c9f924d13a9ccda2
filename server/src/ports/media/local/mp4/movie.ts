import { bodyAt, type Box, boxesIn } from './box.ts';
import { readSampleTable, type SampleTable } from './sample-table.ts';

export type Track = {
  /** Position among all tracks of the file: what ffmpeg calls the stream index. */
  n: number;
  /** `vide`, `soun`, `sbtl`, `text`, `subt`, `clcp` … */
  handler: string;
  language: string | undefined;
  timescale: number;
  /** Duration as the header claims it, in units of the timescale. */
  claimedDuration: number;
  /** The nine numbers of the transformation, as they are in `tkhd`. */
  matrix: Buffer;
  rotation: 0 | 90 | 180 | 270;
  entries: Box[];
  stbl: Buffer;
  /** What the edit list adds to every time, in units of the timescale. */
  shift: number;
  /** Edit lists beyond a delay and a cut at the start cannot be shown by shifting. */
  edited: boolean;
};

const unity = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex');

/** ISO 639-2 in three times five bits. */
function languageOf(packed: number): string | undefined {
  const text = String.fromCharCode(...[10, 5, 0].map((bits) => ((packed >> bits) & 31) + 0x60));
  return /^[a-z]{3}$/.test(text) && text !== 'und' ? text : undefined;
}

function rotationOf(matrix: Buffer): Track['rotation'] {
  const [a, b] = [Math.sign(matrix.readInt32BE(0)), Math.sign(matrix.readInt32BE(4))];
  if (b !== 0) return b > 0 ? 90 : 270;
  return a < 0 ? 180 : 0;
}

function readEdits(
  edts: Buffer | undefined,
  movieTimescale: number,
  timescale: number,
): Pick<Track, 'shift' | 'edited'> {
  const elst = edts && bodyAt(edts, 'elst');
  if (!elst || elst.length < 8) return { shift: 0, edited: false };
  const long = elst[0] === 1;
  const width = long ? 20 : 12;
  const count = Math.min(elst.readUInt32BE(4), Math.floor((elst.length - 8) / width));
  let delay = 0;
  const starts: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = 8 + n * width;
    const duration = long ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at);
    const start = long ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    if (start >= 0) starts.push(start);
    else if (starts.length === 0) delay += duration;
  }
  return { shift: Math.round((delay * timescale) / movieTimescale) - (starts[0] ?? 0), edited: starts.length > 1 };
}

function readTrack(trak: Buffer, n: number, movieTimescale: number): Track | undefined {
  const tkhd = bodyAt(trak, 'tkhd');
  const mdhd = bodyAt(trak, 'mdia', 'mdhd');
  const hdlr = bodyAt(trak, 'mdia', 'hdlr');
  const stbl = bodyAt(trak, 'mdia', 'minf', 'stbl');
  const stsd = stbl && bodyAt(stbl, 'stsd');
  if (!tkhd || !mdhd || !hdlr || !stsd) return undefined;
  const long = mdhd[0] === 1;
  const timescale = mdhd.readUInt32BE(long ? 20 : 12);
  if (timescale === 0) return undefined;
  const matrix = tkhd.length >= 76 ? tkhd.subarray(tkhd.length - 44, tkhd.length - 8) : unity;
  return {
    n,
    handler: hdlr.toString('latin1', 8, 12),
    language: languageOf(mdhd.readUInt16BE(long ? 32 : 20)),
    timescale,
    claimedDuration: long ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16),
    matrix,
    rotation: rotationOf(matrix),
    entries: boxesIn(stsd.subarray(8)),
    stbl,
    ...readEdits(bodyAt(trak, 'edts'), movieTimescale, timescale),
  };
}

/** The tracks of a `moov` body. A malformed track is left out. */
export function readTracks(moov: Buffer): Track[] {
  const mvhd = bodyAt(moov, 'mvhd');
  const movieTimescale = (mvhd && mvhd.readUInt32BE(mvhd[0] === 1 ? 20 : 12)) || 1000;
  return boxesIn(moov)
    .filter(({ type }) => type === 'trak')
    .flatMap(({ body }, n) => readTrack(body, n, movieTimescale) ?? []);
}

/** Seconds at which a sample is shown. */
export const shownAt = (track: Track, table: SampleTable, n: number): number =>
  (table.decode[n]! + table.composition[n]! + track.shift) / track.timescale;

/** Seconds at which the last sample of a track has been shown; 0 without samples. */
export function endOf(track: Track, table: SampleTable): number {
  let end = 0;
  // With reordering the last in decode order need not be the last shown.
  for (let n = Math.max(0, table.count - 32); n < table.count; n += 1) {
    const duration = n + 1 < table.count ? table.decode[n + 1]! - table.decode[n]! : table.lastDuration;
    end = Math.max(end, shownAt(track, table, n) + duration / track.timescale);
  }
  return end;
}

export const tableOf = (track: Track): SampleTable => readSampleTable(track.stbl);
