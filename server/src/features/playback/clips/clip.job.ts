import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { readDiskSpace, getAvailableBytes } from '../../../platform/files/disk.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { finalProblem } from '../../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { storageKeys } from '../../storage/keys.ts';
import { repeatRemoval } from '../../storage/pending-deletions.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { videoById, type VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { clipBytes, finishClipRemovals, placeForBytes } from './make-place.ts';
import { clipById, type ClipRow, listUnfinishedClipIds, unfinishedClipsOf, updateClip } from './store.ts';

/** Names the one live job of a clip. */
export const clipKey = (clipId: string): string => `clip/${clipId}`;

/** Stops the cutting of a video's clips, for a video that goes; a running one sees its signal abort. */
export async function stopClips(world: World, tx: Queryable, videoId: string): Promise<void> {
  const clips = await unfinishedClipsOf(tx, videoId);
  await world.jobs.cancel(
    clips.map(({ id }) => clipKey(id)),
    { tx },
  );
}

/** Locks the video of a clip; undefined when there is no such clip any more. */
async function lockVideoOf(tx: Queryable, clipId: string): Promise<VideoRow | undefined> {
  const clip = z.uuid().safeParse(clipId).success ? await clipById(tx, clipId) : undefined;
  return clip && lockVideoIfThere(tx, clip.video_id);
}

/** Ends the cutting of a clip that is in one of these states, and records why. */
async function failClip(
  world: World,
  tx: Queryable,
  clipId: string,
  { code, text: why }: Problem,
  from?: readonly ClipRow['state'][],
): Promise<void> {
  const video = await lockVideoOf(tx, clipId);
  if (!video || !(await updateClip(tx, clipId, { state: 'failed', problem: code }, from))) return;
  await recordEvent(world, tx, {
    kind: 'clip.failed',
    workspaceId: video.workspace_id,
    subjectId: clipId,
    payload: { videoId: video.id, why },
  });
}

/** The clip has gone while it was cut, or its video has. */
async function leaveNothing(world: World, videoId: string, clipId: string): Promise<void> {
  await world.storage.remove(storageKeys.clip(videoId, clipId));
  await repeatRemoval(world, videoId);
}

/** Cuts a clip. Repeatable: the file appears when it is whole, and a clip that is done is left alone. */
export const clipJob: JobDefinition<World, { clipId: string }> = {
  name: 'clip',
  fairByMember: true,
  onCancel: (world, tx, { clipId }) => failClip(world, tx, clipId, new Problem('stopped')),
  onRetry: async (_world, tx, { clipId }) => {
    if (await lockVideoOf(tx, clipId)) await updateClip(tx, clipId, { state: 'waiting', problem: null }, ['failed']);
  },
  recoverOrphans: async (world) =>
    recoverOrphans(world, await listUnfinishedClipIds(world.database.kysely), clipKey, {
      lock: lockVideoOf,
      settle: (tx, id) => failClip(world, tx, id, new Problem('interrupted'), ['waiting', 'running']),
    }),
  async run(world: World, { clipId }, job) {
    const db = world.database.kysely;
    const clip = await clipById(db, clipId);
    const video = clip && (await videoById(db, clip.video_id));
    if (!clip || !video || clip.state === 'done') return;
    await updateClip(db, clipId, { state: 'running', problem: null });
    try {
      await finishClipRemovals(world, video.id);
      if (clipBytes(video, clip) > getAvailableBytes(await readDiskSpace(world))) throw new Problem('disk_full');
      await using scratch = await world.scratch.folder();
      const file = join(scratch.path, 'clip.mp4');
      await world.media.clip(playableOf(world, video), { start: clip.start_s, end: clip.end_s }, file, {
        signal: job.signal,
      });
      const { size } = await stat(file);
      await world.storage.publish(file, storageKeys.clip(video.id, clipId), { signal: job.signal });
      const kept = await world.database.transaction(async (tx) => {
        const done = { state: 'done', progress: 1, byte_size: size } as const;
        const locked = await lockVideoIfThere(tx, video.id);
        const before = locked && (await clipById(tx, clipId));
        if (!before || !(await updateClip(tx, clipId, done))) return false;
        await placeForBytes(tx, locked, clipId);
        const payload = { videoId: video.id };
        if (before.state !== 'done')
          await recordEvent(world, tx, {
            kind: 'clip.ready',
            workspaceId: video.workspace_id,
            subjectId: clipId,
            payload,
          });
        return true;
      });
      if (!kept) return await leaveNothing(world, video.id, clipId);
    } catch (error) {
      if (!(await clipById(db, clipId))) return leaveNothing(world, video.id, clipId);
      const problem = finalProblem(error, job, 'clip_failed');
      world.log.error({ err: problem.cause ?? problem, clip: clipId }, problem.text);
      await world.database.transaction((tx) => failClip(world, tx, clipId, problem));
    }
    await finishClipRemovals(world, video.id);
  },
};
