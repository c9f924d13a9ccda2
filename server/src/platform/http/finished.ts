import type { Readable } from 'node:stream';

/** A reply that was written by the schema of its route already, elsewhere than on the thread that answers. */
export class Finished {
  readonly content: Readable;
  /** Bytes. */
  readonly size: number;
  /** Undefined for JSON. */
  readonly type: string | undefined;

  constructor({ content, size, type }: { content: Readable; size: number; type?: string }) {
    this.content = content;
    this.size = size;
    this.type = type;
  }
}
