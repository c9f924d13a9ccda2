import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';

/** Chapter data for the timeline and its keys. */
export type ChapterMark = Pick<Chapter, 'id' | 'title' | 'start_seconds' | 'end_seconds'>;

/** Video data the player needs, from the library or a portal. */
export type PlayableVideo = Pick<
  VideoDetail,
  'playback_id' | 'duration' | 'captionsTrackId' | 'title' | 'thumbnail' | 'kind' | 'storyboard'
> & { chapters: readonly ChapterMark[] };
