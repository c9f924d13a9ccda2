import type { ServerResponse } from 'node:http';

const known = new WeakMap<ServerResponse, Promise<void>>();

/** Resolves when an answer has been sent or cut off, for however many want to know: it is listened for once. */
export function whenClosed(raw: ServerResponse): Promise<void> {
  const before = known.get(raw);
  if (before) return before;
  const { promise, resolve } = Promise.withResolvers<void>();
  if (raw.closed) resolve();
  else raw.once('close', resolve);
  known.set(raw, promise);
  return promise;
}
