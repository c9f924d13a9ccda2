import { Problem } from '@lectern/contract/problem';
import type { FastifyReply } from 'fastify';
import { whenClosed } from '../../platform/http/when-closed.ts';

/** Members to whom an archive is being sent by this process. */
const underWay = new Set<string>();

/** Throws `export_running` while an archive is being sent to a member: each reads all they have. */
export function refuseSecondExport(userId: string): void {
  if (underWay.has(userId)) throw new Problem('export_running');
}

/** Makes an answer the one archive of a member until it has been sent or cut off. Throws `export_running`. */
export function claimExport(userId: string, { raw }: FastifyReply): void {
  refuseSecondExport(userId);
  underWay.add(userId);
  void whenClosed(raw).then(() => underWay.delete(userId));
}
