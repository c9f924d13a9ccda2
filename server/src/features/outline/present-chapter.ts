import { mediaPaths } from '@lectern/contract/playback/playback';
import { chapterThumbnailTime, formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter } from '@lectern/contract/videos/videos';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import type { VideoRow } from '../videos/find-video.ts';

/** A stored chapter as the contract shows it. */
export function asChapter(chapter: StoredChapter, video: VideoRow): Chapter {
  const pictured = video.kind === 'video' && video.playable;
  return {
    id: chapter.id,
    title: chapter.title,
    start: formatTimecode(chapter.start),
    start_seconds: chapter.start,
    end_seconds: chapter.end,
    summary: chapter.summary,
    quote: chapter.quotes,
    search: chapter.search,
    thumbnail: pictured
      ? mediaPaths.thumbnail(video.playback_id, chapterThumbnailTime(chapter.start, video.duration))
      : null,
    edited: chapter.edited,
  };
}
