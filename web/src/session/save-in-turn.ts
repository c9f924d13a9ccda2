/** What is being saved of each video: the next begins after it, so that none overwrites another. */
const saving = new Map<string, Promise<unknown>>();

/** Saves something of a video when everything before it is saved, or has failed. */
export function saveInTurn<T>(videoId: string, save: () => Promise<T>): Promise<T> {
  const mine = (saving.get(videoId) ?? Promise.resolve()).catch(() => undefined).then(save);
  saving.set(videoId, mine);
  return mine;
}
