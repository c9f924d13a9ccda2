import { box, fullBox, u16, u32 } from './box.ts';

/** A track as its header describes it. */
export type TrackHeader = {
  id: number;
  handler: 'vide' | 'soun';
  timescale: number;
  /** The sample entry. */
  entry: Uint8Array;
  matrix?: Uint8Array;
  /** Pixels, before rotation. */
  width?: number;
  height?: number;
};

const unity = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

export const movieHeader = (timescale: number, duration: number, nextTrack: number): Buffer =>
  fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, timescale, duration, 0x10000, 0x01000000, 0, 0),
    unity,
    Buffer.alloc(24),
    u32(nextTrack),
  );

/** `trak` with the given boxes in its sample table and, where there is one, its edit list. */
export function trackBox(
  track: TrackHeader,
  durations: { movie: number; media: number },
  edits: Buffer,
  tables: Buffer[],
): Buffer {
  const { id, handler, timescale, entry, matrix = unity, width = 0, height = 0 } = track;
  const sound = handler === 'soun';
  return box(
    'trak',
    fullBox(
      'tkhd',
      0,
      3,
      u32(0, 0, id, 0, durations.movie, 0, 0, 0),
      u16(sound ? 0x0100 : 0),
      u16(0),
      matrix,
      u32(width << 16, height << 16),
    ),
    edits,
    box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0, 0, timescale, durations.media), u16(0x55c4), u16(0)),
      fullBox('hdlr', 0, 0, u32(0), Buffer.from(handler), Buffer.alloc(13)),
      box(
        'minf',
        sound ? fullBox('smhd', 0, 0, u32(0)) : fullBox('vmhd', 0, 1, u32(0, 0)),
        box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
        box('stbl', fullBox('stsd', 0, 0, u32(1), entry), ...tables),
      ),
    ),
  );
}

/** A track of fragments, all of whose composition offsets are put forward by `delay` units. */
export type FragmentedTrack = TrackHeader & { delay?: number };

/** Takes back the delay, for all there is: the only use of edit lists that browsers carry out. */
const takenBack = (delay: number): Buffer =>
  delay > 0 ? box('edts', fullBox('elst', 0, 0, u32(1, 0, delay, 0x10000))) : Buffer.alloc(0);

const noSamples = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, 0, u32(0)));

/** Writes the initialization segment a player needs before any fragment. */
export function writeInitSegment(tracks: readonly FragmentedTrack[]): Buffer {
  const empty = { movie: 0, media: 0 };
  const tables = [...noSamples, fullBox('stsz', 0, 0, u32(0, 0))];
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6'), u32(0), Buffer.from('iso6mp41')),
    box(
      'moov',
      movieHeader(1000, 0, tracks.length + 1),
      ...tracks.map((track) => trackBox(track, empty, takenBack(track.delay ?? 0), tables)),
      box('mvex', ...tracks.map(({ id }) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)))),
    ),
  ]);
}
