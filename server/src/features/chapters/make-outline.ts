import type { Evidence, Outline } from '@lectern/chaptering/outline';
import type { World } from '../../platform/context.ts';
import { inThread } from '../../platform/thread.ts';
import { cuesOf } from '../transcripts/cues.ts';
import type { VideoRow } from '../videos/find.ts';

/** Title, description, summary, chapters and quotes of a video, by the offline engine, off the request thread. */
export async function makeOutline(world: World, video: VideoRow, signal: AbortSignal): Promise<Outline> {
  const cues = await cuesOf(world.database.kysely, video.id);
  const evidence: Evidence = {
    duration: video.duration,
    ...(video.slides ? { slides: video.slides } : {}),
    ...(video.file_name ? { name: video.file_name } : {}),
  };
  return inThread<Outline>(new URL('./outline.thread.ts', import.meta.url), { cues, evidence }, signal);
}
