import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { World } from '../../platform/context.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { playableOf } from '../playback/playable.ts';
import { videoById } from '../videos/find.ts';
import { clipById, updateClip } from './store.ts';

/** Cuts a clip. Repeatable: the file appears when it is whole, and a clip that is done is left alone. */
export const clipJob: JobDefinition<{ clipId: string }> = {
  name: 'clip',
  onCancel: async (tx, { clipId }) => void (await updateClip(tx, clipId, { state: 'failed', problem: 'stopped' })),
  async run(world: World, { clipId }, job) {
    const db = world.database.kysely;
    const clip = await clipById(db, clipId);
    const video = clip && (await videoById(db, clip.video_id));
    if (!clip || !video || clip.state === 'done') return;
    await updateClip(db, clipId, { state: 'running', problem: null });
    const file = world.files.clip(video.id, clipId);
    try {
      await mkdir(dirname(file), { recursive: true });
      await world.media.clip(playableOf(world, video), { start: clip.start_s, end: clip.end_s }, file, {
        signal: job.signal,
      });
      // Its video was deleted meanwhile: nothing may stay behind.
      if (!(await updateClip(db, clipId, { state: 'done', progress: 1 }))) await world.files.remove(video.id);
    } catch (error) {
      if (!(await clipById(db, clipId))) return world.files.remove(video.id);
      const problem = finalProblem(error, job, 'clip_failed');
      world.log.error({ err: problem.cause ?? problem, clip: clipId }, problem.text);
      await updateClip(db, clipId, { state: 'failed', problem: problem.code });
    }
  },
};
