import type { Storage } from '../../ports/storage/port.ts';
import { storageKeys } from './keys.ts';

/** Something that was stored for a video, an upload or an import: a key, or a prefix with its slash. */
export type StoredItem = { id: string; what: string };

const idAtStart = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=$|[./])/;

/** All there is of recordings and archives, whatever it is for. What is not named by an id is somebody else's. */
export async function allStored(storage: Storage): Promise<StoredItem[]> {
  const stored: StoredItem[] = [];
  for (const place of ['videos/', 'imports/'])
    for (const name of await storage.names(place)) {
      const [id] = idAtStart.exec(name) ?? [];
      if (id !== undefined) stored.push({ id, what: place + name });
    }
  return stored;
}

/** When something stored was last written to, in milliseconds since 1970. */
export async function changedAt(storage: Storage, { what }: StoredItem): Promise<number> {
  if (!what.endsWith('/')) return (await storage.find(what))?.changedAt.getTime() ?? -Infinity;
  let last = -Infinity;
  for await (const object of storage.list(what)) last = Math.max(last, object.changedAt.getTime());
  return last;
}

/** All places where something of an id may lie: keys, and prefixes with their slash. */
const placesOf = (id: string): string[] => [
  `${storageKeys.folder(id)}/`,
  storageKeys.archive(id),
  // Left by earlier versions: interrupted removals and the recordings of an archive.
  `${storageKeys.folder(id)}.removed/`,
  `imports/${id}.recording`,
];

/** Whether anything of an id is stored; the places of all others are not looked at. */
export async function isStored(storage: Storage, id: string): Promise<boolean> {
  for (const what of placesOf(id))
    if (what.endsWith('/') ? (await storage.names(what)).length > 0 : await storage.find(what)) return true;
  return false;
}

/** Removes everything of an id. Only `finishRemoval` calls this: it looks first whether somebody has said so. */
export async function removeStored(storage: Storage, id: string): Promise<void> {
  for (const what of placesOf(id)) await storage.remove(what);
}
