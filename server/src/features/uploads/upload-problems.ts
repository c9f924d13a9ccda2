import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { enqueueAssetSync, assetRow, throttleSync } from '../storage/provider-assets.ts';
import { type UploadRow, findUpload, waitsForPlace } from './store.ts';

const isCode = (text: string | null): text is ProblemCode => text !== null && Object.hasOwn(problems, text);

/** Why an upload was refused or ended, as the problem it answers from then on. */
export const rejectionProblem = ({ problem }: UploadRow): Problem =>
  new Problem(isCode(problem) ? problem : 'upload_gone');

export const tooLarge = (maximum: number): Problem =>
  new Problem('file_too_large', {
    detail: `The file size exceeds the maximum of ${formatBytes(maximum)}.`,
  });

/**
 * Explains why an upload is no video: refused, waiting for room at the provider, or not yet reported, in which case it
 * asks the provider. Otherwise `not_found`.
 */
export async function uploadProblem(world: World, workspaceId: string, id: string): Promise<Problem> {
  const db = world.database.kysely;
  const upload = await findUpload(db, workspaceId, id);
  if (upload?.state === 'rejected') return rejectionProblem(upload);
  if (upload?.state !== 'open' || !(await assetRow(db, id))) return new Problem('not_found');
  if (await throttleSync(db, id)) await enqueueAssetSync(world, id);
  if (await waitsForPlace(db, id)) return new Problem('plan_maximum');
  return new Problem('media_pending');
}
