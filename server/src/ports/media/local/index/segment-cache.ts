import { Readable } from 'node:stream';
import type { PlayableRecording, ByteStream } from '../../port.ts';
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts';
import { bytesIn, type MediaSample } from '../mp4/fragment.ts';
import { type KnownIndex, pieceReader, splitExtents, getPlayableStorage } from './playback-index.ts';

/** A fragment to be sent: its header, and the samples whose bytes follow it. */
export type MediaFragment = { header: Buffer; pictures: readonly MediaSample[]; sound: readonly MediaSample[] };

/**
 * Bytes of recent cuts kept for other viewers, since people watching together are a few segments apart. A lone viewer
 * requests nothing twice.
 */
const mostOfPieces = 64 * 1024 ** 2;
const mostOfCuts = 8 * 1024 ** 2;

/** Memory, in bytes, of a sample, and of a cache entry with its name. */
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

/** Makes and sends fragments, each made once for all concurrent requests. */
export function sharedFragments() {
  const cuts = createMemoryCache<MediaFragment>(
    mostOfCuts,
    ({ header, pictures, sound }) => header.length + (pictures.length + sound.length) * bytesOfSample + bytesOfEntry,
  );
  const pieces = createMemoryCache<Buffer>(mostOfPieces, ({ length }) => length + bytesOfEntry);

  async function* contentOf(
    playable: PlayableRecording,
    { index, media: found }: KnownIndex,
    name: string,
    { header, pictures, sound }: MediaFragment,
    onGone: () => void,
  ): AsyncGenerator<Buffer> {
    yield header;
    try {
      // Opened by whoever reads: an answer that is never sent leaves nothing open.
      await using media = await getPlayableStorage(playable).open(found);
      const parts = [
        ...splitExtents(pictures, media.pieceSize),
        ...splitExtents(sound, Math.max(mostOfSound, media.pieceSize)),
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
     * Sends a fragment piece by piece as its bytes are consumed. `which` names it within the recording; `onGone`
     * reports that cached knowledge of the recording is outdated.
     */
    async served(
      playable: PlayableRecording,
      known: KnownIndex,
      which: string,
      cut: () => Promise<MediaFragment>,
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
