import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { askAbout, assetRow, takeAsking } from '../storage/provider-assets.ts';
import { type Upload, uploadOf } from './store.ts';

const refusals = [
  'not_media',
  'broken_media',
  'unreadable_media',
  'media_too_long',
  'picture_too_large',
  'reading_stopped',
  'plan_maximum',
  'empty_file',
] as const;

/** Why an upload was refused, as the problem it answers from then on. */
export const asRefusal = ({ problem }: Upload): Problem =>
  new Problem(refusals.find((code) => code === problem) ?? 'upload_gone');

/**
 * Why a member's upload is no video: it was refused, or the provider has it and nobody has told us so. Then the provider
 * is asked, since somebody waits. `not_found` otherwise.
 */
export async function whyNoVideo(world: World, userId: string, id: string): Promise<Problem> {
  const db = world.database.kysely;
  const upload = await uploadOf(db, userId, id);
  if (upload?.state === 'rejected') return asRefusal(upload);
  if (upload?.state !== 'open' || !(await assetRow(db, id))) return new Problem('not_found');
  if (await takeAsking(db, id)) await askAbout(world, id);
  return new Problem('media_pending');
}
