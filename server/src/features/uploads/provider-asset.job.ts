import { z } from 'zod';
import { mediaPaths } from '@lectern/contract/playback/playback';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import {
  enqueueAssetSync,
  takeAssetsToSync,
  assetRow,
  forgetAsset,
  isOrphanedAtProvider,
  updateProviderAsset,
  type ProviderAsset,
  tellOtherAccount,
  deleteProviderAsset,
} from '../storage/provider-assets.ts';
import type { World } from '../../platform/http/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { isDeletionDue } from '../storage/pending-deletions.ts';
import { videoById } from '../videos/find-video.ts';
import { lookFor } from '../videos/look.ts';
import { signForProvider } from '../videos/signed-playback-id.ts';
import { retryWaitingStep } from '../videos/pipeline.ts';
import { discardUpload } from './discard.ts';
import { createVideoFromUpload, waitsForMember } from './finish.ts';
import { openUpload } from './store.ts';

/** Milliseconds within which whoever asked the provider for an address has an answer, or has died. */
const createTimeoutMs = 300_000;

/**
 * Syncs a provider asset; repeatable. Arrived uploads become videos, unusable ones end, changed captions are sent, and
 * assets of removed or moved recordings are deleted.
 */
export async function syncAsset(world: World, id: string): Promise<void> {
  const { provider } = world.media;
  const before = await assetRow(world.database.kysely, id);
  if (!before) return;
  if (!provider) return world.log.warn(`The provider of the recording ${id} is not in the settings: it is not asked.`);
  if (!(await isDeletionDue(world, id))) await settle(world, provider, before);
  // Removes a just refused or abandoned asset at once, because its own job request coincided with this job.
  const row = await assetRow(world.database.kysely, id);
  if (row && (await isDeletionDue(world, id))) await removeThere(world, provider, row);
}

async function settle(world: World, provider: Provider, row: ProviderAsset): Promise<void> {
  const { id, upload_id, created_at } = row;
  const db = world.database.kysely;
  const upload = await openUpload(db, id);
  if (!upload) return syncCaptions(world, provider, row);
  if (upload_id === null) {
    // The address never reached anybody: its server died before it could be noted.
    if (world.now().getTime() - created_at.getTime() > createTimeoutMs) await discardUpload(world, id, 'cancelled');
    return;
  }
  const became = await provider.became(upload_id);
  if (became.state === 'waiting') return;
  if (became.state === 'unknown') return tellOtherAccount(world);
  if (became.state === 'gone')
    return became.problem
      ? discardUpload(world, id, 'rejected', { problem: became.problem })
      : discardUpload(world, id, 'cancelled');
  await updateProviderAsset(db, id, { asset_id: became.asset });
  if (!became.remote) throw new Error(`The asset ${became.asset} has no signed playback id.`);
  try {
    await createVideoFromUpload(world, upload, { size: upload.size ?? 0, remote: became.remote });
  } catch (error) {
    // It waits until its account may upload again, or has a place for it.
    if (!waitsForMember(error)) throw error;
  }
}

/**
 * Updates a video that waits for its asset, and captions of a ready one. Removes the asset of a video that is stored
 * here.
 */
async function syncCaptions(world: World, provider: Provider, row: ProviderAsset): Promise<void> {
  const { id, captions_id: shown } = row;
  const db = world.database.kysely;
  const video = await videoById(db, id);
  if (!video?.remote) {
    // Asked in one look at video and move: what has just moved there is not taken for what was left.
    if (await isOrphanedAtProvider(db, id)) await removeThere(world, provider, row);
    return;
  }
  if (!video.media) return retryWaitingStep(world, id, 'inspect');
  if (!(await lookFor(world, video))) return;
  const { playable, playback_id, captions_track_id: captions, transcript_language: language } = video;
  if (!playable || captions === shown) return;
  const url = `${world.publicUrl}${mediaPaths.captions(signForProvider(world, playback_id))}`;
  await provider.putCaptions(
    video.remote.asset,
    captions === null ? null : { id: captions, url, language: language ?? undefined },
  );
  await updateProviderAsset(db, id, { captions_id: captions });
}

/** The row goes last, and stays where all of it lies in another account. */
async function removeThere(world: World, provider: Provider, row: ProviderAsset): Promise<void> {
  if (await deleteProviderAsset(provider, row)) await forgetAsset(world.database.kysely, row.id);
  else await tellOtherAccount(world);
}

/** Asks the media provider what became of an upload or an asset. What is never answered is asked again every minute. */
export const providerAssetJob: JobDefinition<World, { id: string }> = {
  name: 'provider-asset',
  payload: z.object({ id: z.uuid() }),
  slots: 4,
  retries: 5,
  timeout: 300,
  run: (world, { id }) => syncAsset(world, id),
  async recoverOrphans(world) {
    if (!world.media.provider) return;
    for (const id of await takeAssetsToSync(world.database.kysely)) await enqueueAssetSync(world, id);
  },
};
