/** What is being saved of each video, or of something else with an id: the next begins after it, so that none overwrites another. */
const saving = new Map<string, Promise<unknown>>();

/** Saves something of it when everything before it is saved, or has failed. */
export function saveInTurn<T>(id: string, save: () => Promise<T>): Promise<T> {
  const mine = (saving.get(id) ?? Promise.resolve()).catch(() => undefined).then(save);
  saving.set(id, mine);
  // What was saved is not held any longer than somebody may have to wait for it.
  const forget = (): void => void (saving.get(id) === mine && saving.delete(id));
  mine.then(forget, forget);
  return mine;
}
