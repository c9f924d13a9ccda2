import { once } from 'node:events';

/** What lasts until it is given up, and rejects with why, also when it was given up before it began. */
export async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
