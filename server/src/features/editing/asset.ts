import { media } from '@lectern/contract/playback';
import type { VideoAsset } from '@lectern/contract/videos';
import type { Queryable } from '../../platform/database/database.ts';
import { asChapter } from '../chapters/as-chapter.ts';
import { chaptersOf } from '../chapters/chapters-of.ts';
import { chaptersVersion } from '../chapters/chapters-version.ts';
import { chapterCounts } from '../chapters/chapter-counts.ts';
import { placesOf } from '../chapters/chapter-places.ts';
import { earlierOutline } from '../chapters/earlier-outline.ts';
import { gapsOf } from '../transcripts/gaps.ts';
import { shownTranscript } from '../transcripts/shown-transcript.ts';
import { choiceOf } from './tracks.ts';
import { asVideo } from '../videos/as-video.ts';
import type { VideoRow } from '../videos/find.ts';
import { stepRowsOf } from '../videos/step-rows.ts';

/** A video with everything its page shows. `tx` is a snapshot, so that a page that sees every step done sees its work. */
export async function assetOf(tx: Queryable, video: VideoRow): Promise<VideoAsset> {
  const steps = await stepRowsOf(tx, [video.id]);
  const chapters = await chaptersOf(tx, video.id);
  const { vtt, digest, speakers } = await shownTranscript(tx, video);
  const earlier = await earlierOutline(tx, video.id);
  return {
    ...asVideo(video, steps),
    width: video.width,
    height: video.height,
    vtt,
    chapters: chapters.map((chapter) => asChapter(chapter, video)),
    chapters_version: chaptersVersion(chapters),
    chapters_outdated: chapters.length > 0 && video.outline_of !== null && video.outline_of !== digest,
    regenerated: earlier
      ? { kind: earlier.kind, at: earlier.regenerated_at.toISOString(), restored: earlier.restored }
      : null,
    chapter_counts: chapterCounts(chapters, await placesOf(tx, video.id), video.duration),
    transcript_source: video.transcript_source,
    transcript_estimated: video.transcript_estimated,
    transcript_alignment: video.transcript_alignment,
    tracks: choiceOf(video),
    recognised_speakers: video.recognised_speakers.filter((name) => speakers.has(name)),
    transcript_gaps: await gapsOf(tx, video.id),
    storyboard: video.storyboard ? media.storyboard(video.playback_id) : null,
  };
}
