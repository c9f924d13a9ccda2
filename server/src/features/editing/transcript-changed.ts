import type { Cue } from '@lectern/contract/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { captionsChanged } from '../videos/captions-track.ts';
import type { VideoRow } from '../videos/find.ts';
import { digestOf } from '../transcripts/digest.ts';

/**
 * Makes a video know that a person has changed its transcript: players load the captions again, and chapters that were
 * written from another one are out of date. Returns the video as it is now.
 */
export function transcriptChanged(tx: Queryable, video: VideoRow, before: readonly Cue[]): Promise<VideoRow> {
  return captionsChanged(tx, video.id, { outline_of: video.outline_of ?? digestOf(before) });
}
