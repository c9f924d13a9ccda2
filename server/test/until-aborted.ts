import { once } from 'node:events';

/** Waits until the signal aborts and rejects with its reason, also when it aborted beforehand. */
export async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
