import { stepNames } from '@lectern/contract/rules/pipeline';
import type { Queryable } from '../../platform/database/database.ts';

export type NewVideo = {
  id: string;
  userId: string;
  assetId: string;
  playbackId: string;
  title: string;
  fileName: string | null;
  /** Bytes. */
  byteSize: number;
};

/** A video with every step of its pipeline waiting. */
export async function createVideo(tx: Queryable, video: NewVideo): Promise<void> {
  await tx
    .insertInto('videos')
    .values({
      id: video.id,
      user_id: video.userId,
      asset_id: video.assetId,
      playback_id: video.playbackId,
      title: video.title,
      file_name: video.fileName,
      byte_size: video.byteSize,
    })
    .execute();
  await tx
    .insertInto('steps')
    .values(stepNames.map((step) => ({ video_id: video.id, step })))
    .execute();
}
