import { mediaPaths } from '@lectern/contract/playback/playback';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/http/signing.ts';
import { asChapter, chaptersOf, chaptersVersion } from '../outline/chapters-of.ts';
import { chapterCounts } from '../outline/resize-chapters.ts';
import { rankedBoundariesOf } from '../outline/boundary-candidates.ts';
import { markingsOf } from '../outline/marking.ts';
import { earlierOutline } from '../outline/outline-history.ts';
import { transcriptGapsOf } from '../transcripts/coverage.ts';
import { shownTranscript } from '../transcripts/shown-transcript.ts';
import { lastEditNumber } from './history/edits.ts';
import { getTrackChoice } from './tracks.ts';
import { asVideo } from '../videos/as-video.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { stepRowsOf } from '../videos/step-jobs.ts';

/**
 * A video with everything its page shows. `tx` is a snapshot, so that a page that sees every step done sees its work.
 */
export async function loadVideoAsset(call: MemberCall, tx: Queryable, video: VideoRow): Promise<VideoDetail> {
  const steps = await stepRowsOf(tx, [video.id]);
  const chapters = await chaptersOf(tx, video.id);
  const { vtt, digest, speakers } = await shownTranscript(tx, video);
  const earlier = await earlierOutline(tx, video.id);
  const shown = asVideo(call, video, steps);
  return {
    ...shown,
    ...(await markingsOf(tx, [video.id]))(video.id),
    workspace: video.workspace_id,
    width: video.width,
    height: video.height,
    vtt,
    chapters: chapters.map((chapter) => asChapter(chapter, video, shown.playback_id)),
    chapters_version: chaptersVersion(chapters),
    last_edit: await lastEditNumber(tx, video),
    chapters_outdated:
      chapters.length > 0 && video.outline_transcript_digest !== null && video.outline_transcript_digest !== digest,
    regenerated: earlier
      ? { kind: earlier.kind, at: earlier.regenerated_at.toISOString(), restored: earlier.restored }
      : null,
    chapter_counts: chapterCounts(chapters, await rankedBoundariesOf(tx, video.id), video.duration),
    transcript_source: video.transcript_source,
    transcript_estimated: video.transcript_estimated,
    transcript_alignment: video.transcript_alignment,
    tracks: getTrackChoice(video),
    recognised_speakers: video.recognised_speakers.filter((name) => speakers.has(name)),
    transcript_gaps: await transcriptGapsOf(tx, video.id),
    storyboard: video.storyboard ? mediaPaths.storyboard(shown.playback_id) : null,
  };
}
