import { Readable } from 'node:stream';

/** Bytes that are promised ahead to what has not told its length, so that it does not ask at every turn. */
export const advanceReservationBytes = 256 * 1024 ** 2;

/**
 * Passes a stream on while there is room. Beyond `promised` bytes, `grow` gives the new limit; when it throws, output
 * stops and `refusal` returns the error.
 */
export function withinRoom(
  stream: Readable,
  promised: number,
  grow: (bytes: number) => Promise<number>,
): { body: Readable; refusal(): unknown } {
  let at = 0;
  let most = promised;
  let refusal: unknown;
  async function* passed(): AsyncGenerator<Buffer> {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      at += chunk.length;
      if (at > most)
        most = await grow(at).catch((error: unknown) => {
          refusal = error;
          throw error;
        });
      yield chunk;
    }
  }
  return { body: Readable.from(passed(), { objectMode: false }), refusal: () => refusal };
}
