/** Running saves by id of a video or other object; the next save waits, so that none overwrites another. */
const saving = new Map<string, Promise<unknown>>();

/** Saves something of it when everything before it is saved, or has failed. */
export async function saveInTurn<T>(id: string, save: () => Promise<T>): Promise<T> {
  const mine = (saving.get(id) ?? Promise.resolve()).catch(() => undefined).then(save);
  saving.set(id, mine);
  try {
    return await mine;
  } finally {
    // Nobody waits behind it: what was saved, a whole video, is held no longer.
    if (saving.get(id) === mine) saving.delete(id);
  }
}
