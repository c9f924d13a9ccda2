import { Readable } from 'node:stream';

/** Bytes that are promised ahead to what has not told its length, so that it does not ask at every turn. */
export const promisedAhead = 256 * 1024 ** 2;

/**
 * What a stream brings, as long as there is room for it. Where it brings more than `promised` bytes, `grow` is told how
 * many, and resolves with how many it may bring. When it throws, nothing more is passed on, which looks like a stream
 * that broke off: `refusal` tells what was thrown. The stream itself lives on.
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
