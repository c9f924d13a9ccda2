import { CallError } from '@lectern/contract/client';

/** A text is not any more what the person saw when they began to rewrite it. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';

  constructor(current: string) {
    super(`This has been changed somewhere else. It now reads: “${current}” Save again to overwrite it.`);
  }
}

/** Whether a text was not saved because another one stands there by now, which the failure tells. */
export const isConflict = (cause: unknown): boolean =>
  cause instanceof ChangedElsewhere || (cause instanceof CallError && cause.status === 409);
