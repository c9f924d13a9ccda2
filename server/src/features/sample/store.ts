import { randomUUID } from 'node:crypto';
import type { StepName } from '@lectern/contract/rules/pipeline';
import type { Queryable } from '../../platform/database/database.ts';
import type { MadeSample } from './made-sample.ts';

/** The sample recording in a member's library. */
export async function sampleIn(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_sample', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Saves what is known of the recording itself. */
export const saveFacts = (
  tx: Queryable,
  id: string,
  { media, byteSize, storyboard, slides, language, digest }: MadeSample & { byteSize: number; digest: string },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({
      byte_size: byteSize,
      kind: media.kind,
      duration: media.duration,
      width: media.video?.width ?? null,
      height: media.video?.height ?? null,
      media: JSON.stringify(media),
      playable: true,
      storyboard: JSON.stringify(storyboard),
      slides,
      transcript_source: 'file',
      transcript_language: language,
      captions_track_id: randomUUID(),
      outline_of: digest,
    })
    .where('id', '=', id)
    .execute();

/** Settles the steps whose results have come with the sample. */
export const settleSteps = (tx: Queryable, id: string, steps: readonly StepName[], at: Date): Promise<unknown> =>
  tx
    .updateTable('steps')
    .set({ state: 'done', progress: 1, finished_at: at })
    .where('video_id', '=', id)
    .where('step', 'in', steps)
    .where('state', '=', 'waiting')
    .execute();
