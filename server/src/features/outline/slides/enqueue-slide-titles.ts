import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** Has the chapters of a video look at its slides, which were read after they were written. */
export const titleBySlides = (
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  video: { id: string; user_id: string },
): Promise<unknown> =>
  jobs.enqueue('slide-titles', { videoId: video.id }, { tx, key: `slide-titles/${video.id}`, member: video.user_id });
