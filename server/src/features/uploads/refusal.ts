import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import { type Upload, uploadOf } from './store.ts';

const refusals = ['not_media', 'broken_media', 'media_too_long', 'plan_maximum', 'empty_file'] as const;

/** Why an upload was refused, as the problem it answers from then on. */
export const asRefusal = ({ problem }: Upload): Problem =>
  new Problem(refusals.find((code) => code === problem) ?? 'upload_gone');

/** Why a member's upload never became a video; undefined when it was not refused. */
export async function refusalOf(db: Queryable, userId: string, id: string): Promise<Problem | undefined> {
  const upload = await uploadOf(db, userId, id);
  return upload?.state === 'rejected' ? asRefusal(upload) : undefined;
}
