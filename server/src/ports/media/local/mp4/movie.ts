import { bodyAt, type Box, boxesIn } from './box.ts';
import { readSampleTable, type SampleTable, timeIn } from './sample-table.ts';

export type Mp4Track = {
  /** Position among all tracks of the file: what ffmpeg calls the stream index. */
  n: number;
  id: number;
  /** `vide`, `soun`, `sbtl`, `text`, `subt`, `clcp` … */
  handler: string;
  language: string | undefined;
  /** As the file calls it. */
  name: string | undefined;
  timescale: number;
  /** Duration as the header claims it, in units of the timescale. */
  claimedDuration: number;
  /** The nine numbers of the transformation, as they are in `tkhd`. */
  matrix: Buffer;
  rotation: 0 | 90 | 180 | 270;
  entries: Box[];
  stbl: Buffer;
  /** Whether it is to be played unless somebody chooses otherwise; one without is an alternative or a cover. */
  enabled: boolean;
} & Edits;

/** The edit list of a track, in units of its timescale. */
type Edits = {
  /** Added to every time. */
  shift: number;
  /** Cuts off samples that begin here or later on the timeline; Infinity for none. */
  until: number;
  /** Several parts, or parts that stand still or run at another speed: cannot be shown by shifting. */
  edited: boolean;
};

/** Bytes of a name that are read. */
const longestName = 1_000;

const unity = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex');

/** ISO 639-2 in three times five bits. */
function languageOf(packed: number): string | undefined {
  const text = String.fromCharCode(...[10, 5, 0].map((bits) => ((packed >> bits) & 31) + 0x60));
  return /^[a-z]{3}$/.test(text) && text !== 'und' ? text : undefined;
}

function rotationOf(matrix: Buffer): Mp4Track['rotation'] {
  const [a, b] = [Math.sign(matrix.readInt32BE(0)), Math.sign(matrix.readInt32BE(4))];
  if (b !== 0) return b > 0 ? 90 : 270;
  return a < 0 ? 180 : 0;
}

/** Parts that follow each other in the media as they do on the time line are one part. */
function joined(parts: readonly { start: number; duration: number }[], slack: number): typeof parts {
  return parts.reduce<{ start: number; duration: number }[]>((found, part) => {
    const last = found.at(-1);
    if (last && last.duration > 0 && Math.abs(last.start + last.duration - part.start) <= slack)
      return [...found.slice(0, -1), { start: last.start, duration: part.start - last.start + part.duration }];
    return [...found, part];
  }, []);
}

function readEdits(edts: Buffer | undefined, movieTimescale: number, timescale: number): Edits {
  const elst = edts && bodyAt(edts, 'elst');
  if (!elst || elst.length < 8) return { shift: 0, until: Infinity, edited: false };
  const long = elst[0] === 1;
  const width = long ? 20 : 12;
  const count = Math.min(elst.readUInt32BE(4), Math.floor((elst.length - 8) / width));
  const unit = timescale / movieTimescale;
  let delay = 0;
  let empty = 0;
  let uneven = false;
  const parts: { start: number; duration: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = 8 + n * width;
    const duration = (long ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at)) * unit;
    const start = long ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    if (start < 0) {
      if (parts.length === 0) delay += duration;
      else empty += duration;
      continue;
    }
    uneven ||= elst.readInt32BE(at + width - 4) !== 0x10000 || empty > unit;
    parts.push({ start, duration });
  }
  // The two timescales round each duration to a unit of the coarser one.
  const [first, ...others] = joined(parts, Math.max(1, unit));
  const shift = Math.round(delay) - (first?.start ?? 0);
  // A duration of 0 stands for all there is, in files that were written as they came.
  const until = first && first.duration > 0 ? Math.round(delay) + first.duration - unit : Infinity;
  return { shift, until, edited: uneven || others.length > 0 };
}

function readTrack(trak: Buffer, n: number, movieTimescale: number): Mp4Track | undefined {
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
    id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
    handler: hdlr.toString('latin1', 8, 12),
    language: languageOf(mdhd.readUInt16BE(long ? 32 : 20)),
    name: bodyAt(trak, 'udta', 'name')?.toString('utf8', 0, longestName),
    timescale,
    claimedDuration: long ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16),
    matrix,
    rotation: rotationOf(matrix),
    entries: boxesIn(stsd.subarray(8)),
    stbl,
    enabled: (tkhd[3]! & 1) !== 0,
    ...readEdits(bodyAt(trak, 'edts'), movieTimescale, timescale),
  };
}

/** The tracks of a `moov` body. A malformed track is left out. */
export function readTracks(moov: Buffer): Mp4Track[] {
  const mvhd = bodyAt(moov, 'mvhd');
  const movieTimescale = (mvhd && mvhd.readUInt32BE(mvhd[0] === 1 ? 20 : 12)) || 1000;
  return boxesIn(moov)
    .filter(({ type }) => type === 'trak')
    .flatMap(({ body }, n) => readTrack(body, n, movieTimescale) ?? []);
}

/** Seconds at which a sample is shown. */
export const getSampleShownSeconds = (track: Mp4Track, table: SampleTable, n: number): number =>
  (table.decode[n]! + table.composition[n]! + track.shift) / track.timescale;

/** Seconds at which the last sample of a track has been shown; 0 without samples. */
export function getTrackEndSeconds(track: Mp4Track, table: SampleTable): number {
  let end = 0;
  // With reordering the last in decode order need not be the last shown.
  for (let n = Math.max(0, table.count - 32); n < table.count; n += 1) {
    const duration = n + 1 < table.count ? table.decode[n + 1]! - table.decode[n]! : table.lastDuration;
    end = Math.max(end, getSampleShownSeconds(track, table, n) + duration / track.timescale);
  }
  return end;
}

export const readTrackSampleTable = (track: Mp4Track, fileSize: number): SampleTable =>
  readSampleTable(track.stbl, fileSize);

/** The second in which a track ends by its table of times alone, whatever of it is there. */
export const getNominalTrackEndSeconds = ({ stbl, shift, until, timescale }: Mp4Track): number =>
  Math.min(timeIn(stbl) + shift, until) / timescale;
