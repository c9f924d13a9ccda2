import { box, fullBox, u32, u64 } from './box.ts';

/** One sample; times in units of its track's timescale. `decode` is never negative. */
export type Sample = {
  offset: number;
  size: number;
  sync: boolean;
  decode: number;
  /** Presentation minus decode time; may be negative. */
  composition: number;
  duration: number;
};

export type FragmentTrack = { id: number; samples: readonly Sample[] };

export const bytesIn = (samples: readonly Sample[]): number => samples.reduce((sum, { size }) => sum + size, 0);

/** sample_depends_on = 2 (nothing), or 1 and not a sync sample. */
const flagsOf = ({ sync }: Sample): number => (sync ? 0x02000000 : 0x01010000);

function runOf(samples: readonly Sample[], dataOffset: number): Buffer {
  const rows = Buffer.allocUnsafe(samples.length * 16);
  for (const [n, sample] of samples.entries()) {
    rows.writeUInt32BE(sample.duration >>> 0, n * 16);
    rows.writeUInt32BE(sample.size, n * 16 + 4);
    rows.writeUInt32BE(flagsOf(sample), n * 16 + 8);
    rows.writeInt32BE(sample.composition, n * 16 + 12);
  }
  // Version 1: composition offsets are signed. Flags: data offset, and all four columns.
  return fullBox('trun', 1, 0x000f01, u32(samples.length, dataOffset), rows);
}

function movieFragment(sequence: number, tracks: readonly FragmentTrack[], firstData: number): Buffer {
  let at = firstData;
  const parts = tracks.map(({ id, samples }) => {
    const part = box(
      'traf',
      fullBox('tfhd', 0, 0x020000, u32(id)),
      fullBox('tfdt', 1, 0, u64(samples[0]!.decode)),
      runOf(samples, at),
    );
    at += bytesIn(samples);
    return part;
  });
  return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...parts);
}

/** `moof` and the header of `mdat`; the bytes of the samples follow, track by track. Tracks without any are left out. */
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
