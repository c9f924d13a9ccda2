import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { videoById } from '../videos/find.ts';
import { replaceSummary } from '../videos/outline-texts.ts';
import { makeOutline } from './make-outline.ts';

/** Writes a video's summary anew, because the person asked for it. */
export const summaryJob: JobDefinition<{ videoId: string }> = {
  name: 'summary',
  async run(world, { videoId }, { signal }) {
    const video = await videoById(world.database.kysely, videoId);
    if (!video) return;
    const { summary } = await makeOutline(world, video, signal);
    await replaceSummary(world.database.kysely, videoId, summary);
  },
};
