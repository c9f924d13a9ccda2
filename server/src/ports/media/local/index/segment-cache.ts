import { Readable } from 'node:stream';
import type { Playable, ByteStream } from '../../port.ts';
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts';
import { bytesIn, type Sample } from '../mp4/fragment.ts';
import { type KnownIndex, pieceReader, piecesOf, placeOf } from './playback-index.ts';

/** A fragment to be sent: its header, and the samples whose bytes follow it. */
export type Cut = { header: Buffer; pictures: readonly Sample[]; sound: readonly Sample[] };

/**
 * Bytes of what was cut last, for the next viewers of the same: those who watch together are a few segments apart. Of a
 * lone viewer nothing is asked for twice.
 */
const mostOfPieces = 64 * 1024 ** 2;
const mostOfCuts = 8 * 1024 ** 2;

/** Of a sample as it is held in memory, and of the place of an entry in a cache, with its name. */
const bytesOfSample = 150;
const bytesOfEntry = 1024;

/** Bytes of a segment's sound that are read at a time, with its pictures. */
const mostOfSound = 1024 ** 2;

/** Memory of its own: a slice of Node's pool would keep all that shares the pool with it. */
function apart(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** What makes fragments and sends them, each made once for all who want it at about the same time. */
export function sharedFragments() {
  const cuts = createMemoryCache<Cut>(
    mostOfCuts,
    ({ header, pictures, sound }) => header.length + (pictures.length + sound.length) * bytesOfSample + bytesOfEntry,
  );
  const pieces = createMemoryCache<Buffer>(mostOfPieces, ({ length }) => length + bytesOfEntry);

  async function* contentOf(
    playable: Playable,
    { index, media: found }: KnownIndex,
    name: string,
    { header, pictures, sound }: Cut,
    onGone: () => void,
  ): AsyncGenerator<Buffer> {
    yield header;
    try {
      // Opened by whoever reads: an answer that is never sent leaves nothing open.
      await using media = await placeOf(playable).open(found);
      const parts = [
        ...piecesOf(pictures, media.pieceSize),
        ...piecesOf(sound, Math.max(mostOfSound, media.pieceSize)),
      ];
      const read = pieceReader({ index, media }, parts);
      for (const n of parts.keys()) yield pieces.through(`${name} ${n}`, () => read(n));
    } catch (error) {
      onGone();
      throw error;
    }
  }

  return {
    /**
     * A fragment as it is sent, read piece by piece as its bytes are taken. `which` names it within the recording; `onGone`:
     * what was known of it is so no longer.
     */
    async served(
      playable: Playable,
      known: KnownIndex,
      which: string,
      cut: () => Promise<Cut>,
      onGone: () => void,
    ): Promise<ByteStream> {
      const name = `${known.media.key} ${known.media.etag} ${known.index.revision} ${which}`;
      const made = await cuts.through(name, async () => {
        const { header, ...samples } = await cut();
        return { header: apart(header), ...samples };
      });
      return {
        size: made.header.length + bytesIn(made.pictures) + bytesIn(made.sound),
        content: Readable.from(contentOf(playable, known, name, made, onGone), { objectMode: false }),
      };
    },
  };
}
