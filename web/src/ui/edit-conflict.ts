import { CallError } from '@lectern/contract/client';
import type { ChangedBy } from '@lectern/contract/problem';
import { agoInWords } from '@lectern/contract/rules/ago-in-words';

/** A text is not any more what the person saw when they began to rewrite it. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';

  readonly current: string;

  constructor(current: string, by?: ChangedBy) {
    const what = by
      ? `${by.name} changed this ${agoInWords(new Date(by.at), new Date())}.`
      : 'This has been changed somewhere else.';
    super(`${what} It now reads: “${current}” Save again to overwrite it.`);
    this.current = current;
  }
}

/** Other person whom the refusal of a change names. */
export const changedBy = ({ body }: CallError): ChangedBy | undefined => (body as { by?: ChangedBy } | undefined)?.by;

/** Whether a text was not saved because another one stands there by now, which the failure tells. */
export const isConflict = (cause: unknown): boolean =>
  cause instanceof ChangedElsewhere || (cause instanceof CallError && cause.status === 409);
