import { box, fullBox, u32, u64 } from './box.ts';

/** One sample; times in units of its track's timescale. */
export type MediaSample = {
  offset: number;
  size: number;
  sync: boolean;
  decode: number;
  /** Presentation minus decode time; may be negative. */
  composition: number;
  duration: number;
};

/** Samples of sound are shown when they are decoded, and each of them can be the first. */
export type FragmentTrack = { id: number; handler: 'vide' | 'soun'; samples: readonly MediaSample[] };

export const bytesIn = (samples: readonly Pick<MediaSample, 'size'>[]): number =>
  samples.reduce((sum, { size }) => sum + size, 0);

/** sample_depends_on = 2 (nothing), or 1 and not a sync sample. */
const syncFlags = 0x02000000;
const flagsOf = ({ sync }: MediaSample): number => (sync ? syncFlags : 0x01010000);

/** Bytes of a row of `trun`. */
const rowSize = { vide: 16, soun: 8 } as const;

function runOf({ handler, samples }: FragmentTrack, dataOffset: number): Buffer {
  const width = rowSize[handler];
  const rows = Buffer.allocUnsafe(samples.length * width);
  for (const [n, sample] of samples.entries()) {
    const at = n * width;
    rows.writeUInt32BE(sample.duration >>> 0, at);
    rows.writeUInt32BE(sample.size, at + 4);
    if (handler === 'soun') continue;
    rows.writeUInt32BE(flagsOf(sample), at + 8);
    rows.writeInt32BE(sample.composition, at + 12);
  }
  // Version 1: composition offsets are signed. Flags: data offset, duration, size; for pictures flags and composition.
  return fullBox('trun', 1, handler === 'soun' ? 0x000301 : 0x000f01, u32(samples.length, dataOffset), rows);
}

/** With a base at the `moof`; for sound also with the flags of every sample. */
const trackHeader = ({ id, handler }: FragmentTrack): Buffer =>
  handler === 'soun' ? fullBox('tfhd', 0, 0x020020, u32(id, syncFlags)) : fullBox('tfhd', 0, 0x020000, u32(id));

function movieFragment(sequence: number, tracks: readonly FragmentTrack[], firstData: number): Buffer {
  let at = firstData;
  const parts = tracks.map((track) => {
    const part = box(
      'traf',
      trackHeader(track),
      // Rounding may put the first one a unit before the start.
      fullBox('tfdt', 1, 0, u64(Math.max(0, track.samples[0]!.decode))),
      runOf(track, at),
    );
    at += bytesIn(track.samples);
    return part;
  });
  return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...parts);
}

const anySample: MediaSample = { offset: 0, size: 0, sync: true, decode: 0, composition: 0, duration: 0 };

/** Bytes of the header of a fragment with so many samples of each kind. */
export function fragmentHeaderSize(counts: Readonly<Record<FragmentTrack['handler'], number>>): number {
  const tracks = (['vide', 'soun'] as const).filter((handler) => counts[handler] > 0);
  const smallest = tracks.map((handler, id): FragmentTrack => ({ id, handler, samples: [anySample] }));
  return tracks.reduce(
    (sum, handler) => sum + (counts[handler] - 1) * rowSize[handler],
    fragmentHeader(1, smallest).length,
  );
}

/**
 * `moof` and the header of `mdat`; the bytes of the samples follow, track by track. Tracks without any are left out.
 */
export function fragmentHeader(sequence: number, tracks: readonly FragmentTrack[]): Buffer {
  const filled = tracks.filter(({ samples }) => samples.length > 0);
  // Its size does not depend on the offsets in it.
  const size = movieFragment(sequence, filled, 0).length;
  return Buffer.concat([
    movieFragment(sequence, filled, size + 8),
    u32(filled.reduce((sum, { samples }) => sum + bytesIn(samples), 8)),
    Buffer.from('mdat'),
  ]);
}
