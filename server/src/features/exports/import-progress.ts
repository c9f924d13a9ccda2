import { problems } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { importById, updateImport, importIdOf, importsReceived } from './store.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { storageKeys } from '../storage/keys.ts';

/**
 * Names an import's job by import, not by member: after a failure the member may send another while the first job
 * still cleans up.
 */
export const importKey = (importId: string): string => `import/${importId}`;

/** Milliseconds between two signs that an archive is still being received. */
const interval = 10_000;

/** Milliseconds after which one that gave no sign was cut off with its process. */
const importStallMs = 60_000;

/** Keeps saying that an archive is being received, until the returned function is called. */
export function startImportHeartbeat({ database, log, now }: World, importId: string): () => void {
  const timer = setInterval(() => {
    updateImport(database.kysely, importId, ['receiving'], { touched_at: now() }).catch((error: unknown) =>
      log.warn({ err: error }, 'That an import is being received could not be noted.'),
    );
  }, interval);
  return () => clearInterval(timer);
}

/** Ends the import of a member whose account goes, and has its archive removed. */
export async function discardImport(world: World, tx: Queryable, workspaceId: string): Promise<void> {
  const id = await importIdOf(tx, workspaceId);
  if (id === undefined) return;
  await world.jobs.cancel([importKey(id)], { tx });
  await scheduleDeletion(world, tx, id);
}

/** Fails the archive that a person still sends to a workspace in which they are no more. */
export async function failImportBy(
  world: World,
  tx: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const id = await importIdOf(tx, workspaceId);
  const sent = id === undefined ? undefined : await importById(tx, id);
  if (sent?.created_by !== userId) return;
  const ended = { state: 'failed', problem: problems.removed_from_workspace.text } as const;
  if (await updateImport(tx, sent.id, ['receiving'], ended)) await scheduleDeletion(world, tx, sent.id);
}

type Look = { sign: string; since: number };

/** Last observed state of each archive being received, and since when it is unchanged. */
const looks = new WeakMap<World['database'], Map<string, Look>>();

/**
 * Gives up received archives whose process ended, seen by a long unchanged state. `elapsed` is in milliseconds of this
 * process, since wall clocks can be changed.
 */
export async function failStalledImports(world: World, elapsed = performance.now()): Promise<void> {
  const { storage, database } = world;
  const before = looks.get(database);
  const seen = new Map<string, Look>();
  looks.set(database, seen);
  for (const { id, touched_at } of await importsReceived(database.kysely)) {
    const file = await storage.find(storageKeys.archive(id));
    const sign = `${touched_at.getTime()} ${file?.size} ${file?.changedAt.getTime()}`;
    const last = before?.get(id);
    const look = last?.sign === sign ? last : { sign, since: elapsed };
    seen.set(id, look);
    if (elapsed - look.since < importStallMs) continue;
    await database.transaction(async (tx) => {
      const ended = { state: 'failed', problem: problems.archive_incomplete.text } as const;
      if (await updateImport(tx, id, ['receiving'], ended)) await scheduleDeletion(world, tx, id);
    });
  }
}
