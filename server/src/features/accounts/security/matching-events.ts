import { type SecurityEventKind, securityEventKinds } from '@lectern/contract/rules/security-events';
import type { Queryable } from '../../../platform/database/database.ts';

/**
 * Selects back office events by kind and by a pattern in email, network, device or detail. Kinds of other releases
 * unknown to this one are left out.
 */
export const matchingEvents = (
  db: Queryable,
  { kind, like }: { kind: SecurityEventKind | undefined; like: string | undefined },
) =>
  db
    .selectFrom('security_events')
    .where('kind', 'in', kind === undefined ? securityEventKinds : [kind])
    .$if(like !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb(eb.fn<string>('lower', ['account']), 'like', like!),
          eb('network', 'like', like!),
          eb('device', 'ilike', like!),
          eb('detail', 'ilike', like!),
        ]),
      ),
    );
