import type { Readable } from 'node:stream';
import type { AppendResult, AppendOptions } from '../port.ts';

/** Sends what a stream brings on to `put`; see `Storage.append`. Where nothing new comes, nothing is put. */
export async function appendBy(
  put: (content: AsyncIterable<Buffer>) => Promise<void>,
  stream: Readable,
  { skip, limit }: Omit<AppendOptions, 'at'>,
): Promise<AppendResult> {
  const came: AppendResult = { bytesTaken: 0, endedNormally: true };

  async function* fresh(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const before = came.bytesTaken;
        came.bytesTaken += chunk.length;
        if (came.bytesTaken > limit) return;
        const rest = before < skip ? chunk.subarray(skip - before) : chunk;
        if (rest.length > 0) yield rest;
      }
    } catch (error) {
      // Bytes received until then are kept.
      Object.assign(came, { endedNormally: false, error });
    }
  }

  const chunks = fresh();
  const first = await chunks.next();
  if (first.done) return came;
  await put(
    (async function* () {
      yield first.value;
      yield* chunks;
    })(),
  );
  return came;
}
