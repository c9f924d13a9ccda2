import type { adminRoutes, SecurityRecord } from '@lectern/contract/operations/admin';
import type { Input } from '@lectern/contract/route';
import type { Context } from '../../../platform/http/context.ts';
import { matchingEvents } from '../../accounts/security/matching-events.ts';
import { loadPage, buildSearchPattern } from './paging.ts';

/** The security log, newest first; of one kind or all, filtered by address, network, device or detail. */
export async function listSecurity(
  { database }: Context<'admin'>,
  { kind, ...listing }: Input<typeof adminRoutes.security>,
): Promise<{ data: SecurityRecord[]; total: number }> {
  const matching = matchingEvents(database.kysely, { kind, like: buildSearchPattern(listing.q) });
  const { rows, total } = await loadPage(
    matching.select([
      'id',
      'kind',
      'user_id',
      'administrator_id',
      'account',
      'device',
      'network',
      'detail',
      'created_at',
    ]),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns: { createdAt: 'created_at', account: 'lower(account)' }, standard: 'createdAt', id: 'id' },
  );
  return {
    total,
    data: rows.map(({ created_at, user_id, administrator_id, ...row }) => ({
      ...row,
      whose: user_id ? 'member' : administrator_id ? 'administrator' : 'nobody',
      createdAt: created_at.toISOString(),
    })),
  };
}
