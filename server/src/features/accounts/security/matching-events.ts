import { type SecurityEventKind, securityEventKinds } from '@lectern/contract/rules/security-events';
import type { Queryable } from '../../../platform/database/database.ts';

/**
 * All events, for the table of the back office: of one kind or all, those in whose address, network, device or detail
 * a pattern is found. What another release of the product has written and this one does not know is left out.
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
