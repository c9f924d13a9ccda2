import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { captionsChanged } from '../videos/captions-track.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { earlierFollows } from '../outline/outline-history.ts';
import { digestTranscript } from '../transcripts/cues.ts';

/**
 * Records that a person changed the transcript: players reload captions, and chapters written from another one become
 * outdated. Returns the video as it is now.
 */
export function transcriptChanged(tx: Queryable, video: VideoRow, before: readonly Cue[]): Promise<VideoRow> {
  return captionsChanged(tx, video.id, {
    outline_transcript_digest: video.outline_transcript_digest ?? digestTranscript(before),
  });
}

/**
 * The same where chapters are rewritten with their transcript: those that were written from it still are, also those that a
 * regeneration has replaced.
 */
export async function transcriptRewritten(
  tx: Queryable,
  video: VideoRow,
  before: readonly Cue[],
  after: readonly Cue[],
): Promise<VideoRow> {
  const [from, to] = [digestTranscript(before), digestTranscript(after)];
  await earlierFollows(tx, video.id, from, to);
  return captionsChanged(tx, video.id, {
    outline_transcript_digest: video.outline_transcript_digest === from ? to : video.outline_transcript_digest,
  });
}
