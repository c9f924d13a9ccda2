import type { Storage } from '../../ports/storage/port.ts';
import { storageKeys } from './keys.ts';
import { type StoredItem, isStored } from './list-stored.ts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { existingIds } from './store.ts';

/** A quarantined item: stored files with no matching row in the database. */
export type QuarantinedObject = {
  /** Its name in quarantine; identifies it in calls. */
  name: string;
  /** The id of the video or import it was made for. */
  id: string;
  kind: 'recording' | 'archive';
  at: Date;
  /** Where it lies: a key, or a prefix with its slash. */
  what: string;
};

/** Size, file count and last change of a quarantined item. */
type Extent = { bytes: number; files: number; /** The last change of anything in it. */ changedAt: Date };

const pattern =
  /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.[\w.]+)?(\/)?$/;

const place = 'set-aside/';

function read(entry: string): QuarantinedObject | undefined {
  const [, time, id, ending] = pattern.exec(entry) ?? [];
  if (time === undefined || id === undefined) return undefined;
  const at = new Date(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  const kind = ending === '.zip' ? 'archive' : 'recording';
  return { name: entry.replace('/', ''), id, kind, at, what: place + entry };
}

/**
 * Moves something here; nothing where it is gone already. Its name tells all there is to know: the database is what may
 * be wrong.
 */
export async function quarantine(storage: Storage, { what }: StoredItem, now: Date): Promise<void> {
  const time = now.toISOString().replaceAll(':', '-');
  await storage.move(what, `${place}${time}.${what.slice(what.indexOf('/') + 1)}`);
}

/** All of it, newest first. Everything here waits for a person. */
export const listQuarantined = async (storage: Storage): Promise<QuarantinedObject[]> =>
  (await storage.names(place)).toReversed().flatMap((entry) => read(entry) ?? []);

/** Undefined when there is nothing of this name. */
export const findQuarantined = async (storage: Storage, name: string): Promise<QuarantinedObject | undefined> =>
  (await listQuarantined(storage)).find((aside) => aside.name === name);

export async function measureQuarantined(storage: Storage, { what, at }: QuarantinedObject): Promise<Extent> {
  const extent: Extent = { bytes: 0, files: 0, changedAt: new Date(0) };
  const add = ({ size, changedAt }: { size: number; changedAt: Date }): void => {
    extent.bytes += size;
    extent.files += 1;
    if (changedAt > extent.changedAt) extent.changedAt = changedAt;
  };
  if (what.endsWith('/')) for await (const object of storage.list(what)) add(object);
  else {
    const only = await storage.find(what);
    if (only) add(only);
  }
  return extent.files > 0 ? extent : { ...extent, changedAt: at };
}

/** Moves it back to where it was, where nothing is. */
const moveOutOfQuarantine = (storage: Storage, { id, kind, what }: QuarantinedObject): Promise<void> =>
  storage.move(
    what,
    kind === 'archive' ? storageKeys.archive(id) : storageKeys.folder(id) + (what.endsWith('/') ? '/' : ''),
  );

/** Filters ids to those with something in the database, as after restoring the right backup. */
export const findReferencedIds = (db: Queryable, ids: readonly string[]): Promise<Set<string>> => existingIds(db, ids);

/** Moves what was set aside to where it was. False where nothing stands for it, or something has its place. */
export async function restoreQuarantined({ storage, database }: World, aside: QuarantinedObject): Promise<boolean> {
  const standing = await existingIds(database.kysely, [aside.id]);
  if (!standing.has(aside.id) || (await isStored(storage, aside.id))) return false;
  await moveOutOfQuarantine(storage, aside);
  return true;
}
