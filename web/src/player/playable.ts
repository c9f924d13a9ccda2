import type { Chapter, VideoAsset } from '@lectern/contract/videos/videos';

/** What the time line and its keys know of a chapter. */
export type ChapterMark = Pick<Chapter, 'id' | 'title' | 'start_seconds' | 'end_seconds'>;

/** What the player needs of a video, of the library or of a portal. */
export type Playable = Pick<
  VideoAsset,
  'playback_id' | 'duration' | 'captionsTrackId' | 'title' | 'thumbnail' | 'kind' | 'storyboard'
> & { chapters: readonly ChapterMark[] };
