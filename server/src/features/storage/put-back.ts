import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { SetAside } from '../../platform/set-aside.ts';
import { standingAmong } from './store.ts';

/** Of these ids, the ones for which something in the database stands, as after the right backup was restored. */
export const standsAgain = (db: Queryable, ids: readonly string[]): Promise<Set<string>> => standingAmong(db, ids);

/** Moves what was set aside to where it was. False where nothing stands for it, or something has its place. */
export async function putBack({ files, database }: World, aside: SetAside): Promise<boolean> {
  const standing = await standingAmong(database.kysely, [aside.id]);
  const there = (await files.all()).some(({ id }) => id === aside.id);
  if (!standing.has(aside.id) || there) return false;
  await files.setAside.putBack(aside, aside.kind === 'archive' ? files.archive(aside.id) : files.folder(aside.id));
  return true;
}
