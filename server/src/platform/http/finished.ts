import type { Readable } from 'node:stream';

/** A reply that was written by the schema of its route already, elsewhere than on the thread that answers. */
export class Finished {
  readonly content: Readable;
  /** Bytes. */
  readonly size: number;

  constructor({ content, size }: { content: Readable; size: number }) {
    this.content = content;
    this.size = size;
  }
}
