import { box, fullBox, u32, u32s, u64 } from './box.ts';
import { movieHeader, trackBox, type TrackHeader } from './init-segment.ts';

/** One sample of a file to be written; times in units of its track's timescale, the first decode time being 0. */
export type OutSample = { size: number; sync: boolean; decode: number; composition: number };

export type OutTrack = TrackHeader & {
  samples: readonly OutSample[];
  lastDuration: number;
  /** Presentation time at which the file begins, or with a negative value the delay of the track. */
  begin: number;
};

/** Samples `[from, to)` of a track that stand together in the file. */
export type SampleChunk = { track: number; from: number; to: number };

/** High enough to state an edit to the sample, low enough for 32 bits of duration. */
const movieTimescale = 90_000;

/** The samples of all tracks in the order of their times, about a second of each at a time. */
export function interleave(tracks: readonly OutTrack[]): SampleChunk[] {
  const at = tracks.map(() => 0);
  const chunks: SampleChunk[] = [];
  for (let second = 1; at.some((n, track) => n < tracks[track]!.samples.length); second += 1)
    for (const [n, { samples, timescale }] of tracks.entries()) {
      const from = at[n]!;
      let to = from;
      while (to < samples.length && samples[to]!.decode < second * timescale) to += 1;
      if (to > from) chunks.push({ track: n, from, to });
      at[n] = to;
    }
  return chunks;
}

/** Equal neighbours as (count, value) rows. */
function runLengths(values: readonly number[]): number[][] {
  const rows: [number, number][] = [];
  for (const value of values) {
    const last = rows.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else rows.push([1, value]);
  }
  return rows;
}

const table = (type: string, rows: readonly (readonly number[])[]): Buffer =>
  fullBox(type, 0, 0, u32(rows.length), u32s(rows.flat()));

const durationsOf = ({ samples, lastDuration }: OutTrack): number[] =>
  samples.map(({ decode }, n) => (samples[n + 1]?.decode ?? decode + lastDuration) - decode);

function sampleTables(track: OutTrack, chunks: readonly SampleChunk[], offsets: readonly number[]): Buffer[] {
  const { samples } = track;
  const syncs = samples.flatMap(({ sync }, n) => (sync ? [n + 1] : []));
  const perChunk = runLengths(chunks.map(({ from, to }) => to - from));
  let first = 1;
  const runs = perChunk.map(([count, size]) => {
    const row = [first, size!, 1];
    first += count!;
    return row;
  });
  const long = offsets.some((offset) => offset > 0xffffffff);
  return [
    table('stts', runLengths(durationsOf(track))),
    ...(samples.some(({ composition }) => composition !== 0)
      ? [table('ctts', runLengths(samples.map(({ composition }) => composition)))]
      : []),
    ...(syncs.length < samples.length
      ? [
          table(
            'stss',
            syncs.map((n) => [n]),
          ),
        ]
      : []),
    table('stsc', runs),
    fullBox('stsz', 0, 0, u32(0, samples.length), u32s(samples.map(({ size }) => size))),
    long
      ? fullBox('co64', 0, 0, u32(offsets.length), Buffer.concat(offsets.map(u64)))
      : table(
          'stco',
          offsets.map((offset) => [offset]),
        ),
  ];
}

function edits({ begin, timescale }: OutTrack, duration: number): Buffer {
  const delay = begin < 0 ? Math.round((-begin * movieTimescale) / timescale) : 0;
  const rows = [
    ...(delay > 0 ? [[delay, 0xffffffff, 0x10000]] : []),
    [Math.max(0, duration - delay), Math.max(0, begin), 0x10000],
  ];
  return box('edts', table('elst', rows));
}

function movie(
  tracks: readonly OutTrack[],
  chunks: readonly SampleChunk[],
  seconds: number,
  firstData: number,
): Buffer {
  let at = firstData;
  const offsets = chunks.map(({ track, from, to }) => {
    const offset = at;
    for (let n = from; n < to; n += 1) at += tracks[track]!.samples[n]!.size;
    return offset;
  });
  const duration = Math.round(seconds * movieTimescale);
  return box(
    'moov',
    movieHeader(movieTimescale, duration, tracks.length + 1),
    ...tracks.map((track, n) => {
      const own = chunks.flatMap((chunk, i) => (chunk.track === n ? [{ chunk, offset: offsets[i]! }] : []));
      const media = durationsOf(track).reduce((sum, length) => sum + length, 0);
      return trackBox(
        track,
        { movie: duration, media },
        edits(track, duration),
        sampleTables(
          track,
          own.map(({ chunk }) => chunk),
          own.map(({ offset }) => offset),
        ),
      );
    }),
  );
}

/**
 * Writes everything before the first sample bytes: type, tables and `mdat` header, so the file plays while it arrives.
 * Chunk bytes follow in order.
 */
export function progressiveHeader(
  tracks: readonly OutTrack[],
  chunks: readonly SampleChunk[],
  seconds: number,
): Buffer {
  const payload = tracks.reduce((sum, { samples }) => sum + samples.reduce((all, { size }) => all + size, 0), 0);
  const type = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'));
  const mdat = Buffer.concat([u32(1), Buffer.from('mdat'), u64(payload + 16)]);
  // Offsets above 4 GB take wider rows, so the size is taken with offsets of the right magnitude.
  const guess = type.length + mdat.length + payload;
  const size = movie(tracks, chunks, seconds, guess > 0xffffffff ? guess : 0).length;
  return Buffer.concat([type, movie(tracks, chunks, seconds, type.length + size + mdat.length), mdat]);
}
