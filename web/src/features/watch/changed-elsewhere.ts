/** A text is not any more what the person saw when they began to write it anew. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';

  constructor(current: string) {
    super(`This was changed elsewhere in the meantime. It reads now: “${current}” Save again to replace it.`);
  }
}
