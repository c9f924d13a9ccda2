import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.ts';
import type { CaptionsRead } from '../../platform/database/stored-tracks.ts';
import type { VideoRow } from './find-video.ts';

type Origin = Pick<
  VideoRow,
  'transcript_source' | 'transcript_language' | 'transcript_estimated' | 'transcript_alignment'
>;

/**
 * A new transcript, with captions of its own, and where it is from; `read` are the tracks that were looked at for it.
 */
export const saveTranscriptOrigin = (
  tx: Queryable,
  id: string,
  { read, ...origin }: Origin & { read?: CaptionsRead | undefined },
): Promise<unknown> =>
  tx
    .updateTable('videos')
    .set({ ...origin, captions_read: read ? JSON.stringify(read) : null, captions_track_id: randomUUID() })
    .where('id', '=', id)
    .execute();

/** The captions read otherwise from now on. */
export const captionsChanged = (
  tx: Queryable,
  id: string,
  changes: { outline_transcript_digest?: string | null; recognised_speakers?: readonly string[] },
): Promise<VideoRow> => {
  const { recognised_speakers: speakers, ...rest } = changes;
  return tx
    .updateTable('videos')
    .set({
      ...rest,
      ...(speakers ? { recognised_speakers: JSON.stringify(speakers) } : {}),
      captions_track_id: randomUUID(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};
