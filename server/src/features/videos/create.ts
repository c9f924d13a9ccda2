import { folding } from '@lectern/contract/rules/folded-text';
import { truncateTexts } from './outline-texts.ts';
import { listSupportedSteps } from './add-missing-steps.ts';
import type { World } from '../../platform/http/context.ts';
import type { Insertable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Remote } from '../../ports/media/port.ts';

export type NewVideo = {
  id: string;
  workspaceId: string;
  /** The person who brought it; null where their account is gone. */
  createdBy: string | null;
  assetId: string;
  playbackId: string;
  title: string;
  fileName: string | null;
  /** Bytes. */
  byteSize: number;
  /** Where it lies with a provider. */
  remote?: Remote;
  /** Brought along by the product: counts against no plan. */
  isSample?: boolean;
  /** Columns restored from an export. */
  restored?: Partial<Insertable<Tables['videos']>>;
};

/** A video with every step of this server's pipeline waiting. */
export async function createVideo(world: World, tx: Queryable, video: NewVideo): Promise<void> {
  await tx
    .insertInto('videos')
    .values({
      id: video.id,
      workspace_id: video.workspaceId,
      created_by: video.createdBy,
      asset_id: video.assetId,
      playback_id: video.playbackId,
      ...truncateTexts({ title: video.title }),
      file_name: video.fileName,
      byte_size: video.byteSize,
      // It has no texts yet, and those it gets are folded as they are written.
      folding,
      ...(video.remote ? { remote: JSON.stringify(video.remote) } : {}),
      is_sample: video.isSample ?? false,
      ...video.restored,
    })
    .execute();
  await tx
    .insertInto('steps')
    .values(listSupportedSteps(world).map((step) => ({ video_id: video.id, step })))
    .execute();
}
