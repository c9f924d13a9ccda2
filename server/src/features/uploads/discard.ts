import type { Problem, ProblemCode } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { dropCaptionFile } from '../transcripts/caption-file.ts';
import { fetchKey } from './source-store.ts';
import { closeUpload, openUpload, unfinishedOf } from './store.ts';

/**
 * Ends an open upload and removes its bytes and its captions. With `writer`, only while that is its writer; with
 * `idleSince`, only while it is idle since then.
 */
export async function discardUpload(
  world: World,
  id: string,
  state: 'rejected' | 'cancelled',
  why: { problem?: ProblemCode; writer?: string; idleSince?: number } = {},
): Promise<void> {
  await world.database.transaction((tx) => discard(world, tx, id, state, why));
}

async function discard(
  world: World,
  tx: Queryable,
  id: string,
  state: 'rejected' | 'cancelled',
  why: { problem?: ProblemCode; writer?: string; idleSince?: number },
): Promise<void> {
  if (!(await closeUpload(tx, id, state, why))) return;
  if (state === 'cancelled') await world.jobs.cancel([fetchKey(id)], { tx });
  await dropCaptionFile(tx, id);
  await scheduleDeletion(world, tx, id);
}

/** Refuses an upload that the server fetches, and tells those it was for, who watch no page. */
export async function refuseFetched(
  world: World,
  tx: Queryable,
  id: string,
  { code, text: why }: Problem,
): Promise<void> {
  const upload = await openUpload(tx, id);
  if (!upload) return;
  await discard(world, tx, id, 'rejected', { problem: code });
  await recordEvent(world, tx, {
    kind: 'recording.failed',
    workspaceId: upload.workspace_id,
    subjectId: id,
    payload: { title: upload.title ?? upload.file_name ?? '', outcome: 'refused', why },
  });
}

/** Ends what a person still sends to a workspace in which they are no more. */
export async function discardUploadsBy(
  world: World,
  tx: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  for (const { id, created_by: by } of await unfinishedOf(tx, workspaceId))
    if (by === userId) await discard(world, tx, id, 'cancelled', { problem: 'removed_from_workspace' });
}

export const hasUploadsUnderWay = async (db: Queryable, workspaceId: string): Promise<boolean> =>
  (await unfinishedOf(db, workspaceId)).length > 0;

/** Ends every upload of a member that is under way, for an account that goes. */
export async function discardUploadsOf(world: World, workspaceId: string): Promise<void> {
  for (const { id } of await unfinishedOf(world.database.kysely, workspaceId))
    await discardUpload(world, id, 'cancelled');
}
