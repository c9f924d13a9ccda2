import { Readable } from 'node:stream';

/** A text and what follows it, which is let go of with the whole also where nobody has begun to read. */
export function prependText(text: string, content: Readable): Readable {
  async function* parts(): AsyncGenerator<string | Buffer> {
    yield text;
    yield* content as AsyncIterable<Buffer>;
  }
  return Readable.from(parts(), { objectMode: false }).once('close', () => void content.destroy());
}
