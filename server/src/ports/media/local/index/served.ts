import { Readable } from 'node:stream';
import type { Playable, Served } from '../../port.ts';
import { bytesIn, type Sample } from '../mp4/fragment.ts';
import { type KnownIndex, placeOf, streamData } from './playback-index.ts';

/** A fragment to be sent: its header, and the samples whose bytes follow it. */
export type Cut = { header: Buffer; samples: readonly Sample[] };

async function* contentOf(
  playable: Playable,
  { index, media: found }: KnownIndex,
  { header, samples }: Cut,
  onGone: () => void,
): AsyncGenerator<Buffer> {
  yield header;
  try {
    // Opened by whoever reads: an answer that is never sent leaves nothing open.
    await using media = await placeOf(playable).open(found);
    yield* streamData({ index, media }, samples);
  } catch (error) {
    onGone();
    throw error;
  }
}

/** A fragment as it is sent, read piece by piece as its bytes are taken. `onGone`: what was known of it is so no longer. */
export const served = (playable: Playable, known: KnownIndex, cut: Cut, onGone: () => void): Served => ({
  size: cut.header.length + bytesIn(cut.samples),
  content: Readable.from(contentOf(playable, known, cut, onGone), { objectMode: false }),
});
