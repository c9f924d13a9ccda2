import { CallError } from '@lectern/contract/client';

/** A text is not any more what the person saw when they began to write it anew. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';

  constructor(current: string) {
    super(`This was changed elsewhere in the meantime. It reads now: “${current}” Save again to replace it.`);
  }
}

/** Whether a text was not saved because another one stands there by now, which the failure tells. */
export const isConflict = (cause: unknown): boolean =>
  cause instanceof ChangedElsewhere || (cause instanceof CallError && cause.status === 409);
