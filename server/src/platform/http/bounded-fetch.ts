/** Bytes of any honest answer in JSON: three hours of speech with the time of every word are the longest, 8 MB. */
const longestAnswer = 64 * 1024 ** 2;

/** An answer that goes on and on. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
  constructor(most: number) {
    super(`The answer is longer than ${most} bytes.`);
  }
}

/**
 * Returns a `fetch` for text services: throws `AnswerTooLong` and closes the connection when the answer exceeds
 * `most`. Compressed answers count by their decompressed size.
 */
export const boundedFetch =
  (most = longestAnswer): typeof fetch =>
  async (input, init) => {
    const reply = await fetch(input, init);
    if (reply.body === null) return reply;
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > most) controller.error(new AnswerTooLong(most));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = reply;
    return new Response(reply.body.pipeThrough(counted), { status, statusText, headers });
  };
