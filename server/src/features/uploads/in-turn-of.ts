const busy = new Map<string, Promise<unknown>>();

/**
 * Works on an upload when nobody else in this process does, in the order of asking: a client that reconnects waits until
 * its broken request is on disk. Other servers are kept apart by their claims.
 */
export async function inTurnOf<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(uploadId) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  busy.set(uploadId, mine);
  try {
    return await mine;
  } finally {
    if (busy.get(uploadId) === mine) busy.delete(uploadId);
  }
}
