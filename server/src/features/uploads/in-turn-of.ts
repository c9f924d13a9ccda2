const busy = new Map<string, Promise<unknown>>();

/**
 * Serialises work on an upload within this process, in order of arrival: a reconnecting client waits until its broken
 * request is stored. Leases separate other servers.
 */
export async function withUploadMutex<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(uploadId) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  busy.set(uploadId, mine);
  try {
    return await mine;
  } finally {
    if (busy.get(uploadId) === mine) busy.delete(uploadId);
  }
}
