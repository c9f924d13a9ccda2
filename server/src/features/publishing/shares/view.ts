import { mediaPaths } from '@lectern/contract/playback/playback';
import type { PortalChapter } from '@lectern/contract/publishing/portal';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { boundsOf, type Timeline, wholeRecording } from '@lectern/contract/rules/timeline';
import type { SharedVideo } from '@lectern/contract/publishing/shares';
import type { Guest, World } from '../../../platform/http/context.ts';
import { markingsOf } from '../../outline/marking.ts';
import { visibleChapters } from '../portal/view.ts';
import { signSharePlaybackId, type OpenShare } from './open-share.ts';
import { type SharedRange, sharedRangeOf, clipToRange, playedSeconds } from './shared-range.ts';
import type { Shared } from './share-page.thread.ts';

/** Pixels: a player on a screen of double density. */
const posterWidth = 960;
/** Seconds by which a chapter may reach beyond a part and is in it as a whole. */
const slack = 0.5;

/** Chapters of a part: of one that is in it only in part, what was written about the whole is left out. */
function chaptersIn(part: SharedRange | undefined, chapters: readonly PortalChapter[]): PortalChapter[] {
  const { start, end } = boundsOf(part?.kept ?? wholeRecording);
  const isInside = (range: Timeline[number]) => range.start >= start - slack && range.end <= end + slack;
  const timed = chapters.map((chapter) => ({ chapter, start: chapter.start_seconds, end: chapter.end_seconds }));
  return clipToRange(part, timed).map(({ chapter, start, end }) => ({
    ...chapter,
    start_seconds: start,
    end_seconds: end,
    summary: isInside({ start: chapter.start_seconds, end: chapter.end_seconds }) ? chapter.summary : '',
    quotes: clipToRange(part, chapter.quotes.filter(isInside)),
  }));
}

/**
 * Builds the data that visitors of a share link see, without the transcript (see `withTranscript`). Throws
 * `not_ready`.
 */
export async function sharedVideo(
  world: Pick<World, 'database' | 'signingKey' | 'now' | 'media' | 'storage'>,
  { share, video }: OpenShare,
  guest: Guest,
): Promise<Shared> {
  const [part, chapters, markingOf] = await Promise.all([
    sharedRangeOf(world, share, video),
    visibleChapters(world.database.kysely, video.id, { show_quotes: true, hasCards: false }),
    markingsOf(world.database.kysely, [video.id]),
  ]);
  const grant = signSharePlaybackId(world, guest);
  const duration = playedSeconds({ part, video });
  const shown = part ? boundsOf(clipToRange(part, part.kept)) : null;
  const lead = shown?.start ?? 0;
  const pictured = video.kind === 'video' && video.has_thumbnail;
  const shared: SharedVideo = {
    video: {
      ...markingOf(video.id),
      key: share.key,
      title: share.title ?? video.title,
      description: part ? '' : video.description,
      summary: part ? '' : video.summary,
      kind: video.kind,
      duration,
      created_at: Math.floor(video.created_at.getTime() / 1000),
      thumbnail: pictured ? mediaPaths.thumbnail(grant, chapterThumbnailTime(lead, duration), posterWidth) : null,
      chapters: chaptersIn(part, chapters),
      cues: [],
      playback_id: grant,
      captionsTrackId: video.captions_track_id,
      // Its sheets show what is beside a part.
      storyboard: video.storyboard && !part ? mediaPaths.storyboard(grant) : null,
      downloads: [],
    },
    part_of: part ? video.title : null,
    part: shown,
  };
  return { shared, part };
}
