import type { Plan } from '@lectern/contract/accounts/accounts';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import type { Role } from '@lectern/contract/rules/rights';
import type { Seats, World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';

type Kind = 'seats' | 'viewers';
type Places = { taken: number; of: number };

const kindOf = (role: Role): Kind => (role === 'viewer' ? 'viewers' : 'seats');

/** Whether a role takes a place of another kind than one before. */
export const takesOtherPlace = (before: Role, after: Role): boolean => kindOf(before) !== kindOf(after);

function mostOf({ professional, viewersPerSeat }: Seats, plan: Plan): Record<Kind, number> {
  const seats = plan === 'professional' ? professional : plans[plan].people;
  return { seats, viewers: seats * viewersPerSeat };
}

/** Places of a workspace; open invitations take some too, but for this one. */
export async function placesOf(
  { seats, now }: Pick<World, 'seats' | 'now'>,
  db: Queryable,
  { id, plan }: { id: string; plan: Plan },
  besides?: string,
): Promise<Record<Kind, Places>> {
  const roles = await db
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', id)
    .unionAll(
      db
        .selectFrom('invitations')
        .select('role')
        .where('workspace_id', '=', id)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now())
        .$if(besides !== undefined, (query) => query.where('id', '<>', besides!)),
    )
    .execute();
  const most = mostOf(seats, plan);
  const taken = (kind: Kind): number => roles.filter(({ role }) => kindOf(role) === kind).length;
  return {
    seats: { taken: taken('seats'), of: most.seats },
    viewers: { taken: taken('viewers'), of: most.viewers },
  };
}

/** Throws `people_full` where a workspace, locked, has no place for another person of this role. */
export async function requirePlace(
  world: Pick<World, 'seats' | 'now'>,
  tx: Queryable,
  workspace: { id: string; plan: Plan },
  role: Role,
): Promise<void> {
  const kind = kindOf(role);
  const { taken, of } = (await placesOf(world, tx, workspace))[kind];
  if (taken < of) return;
  const people = kind === 'viewers' ? 'viewers' : of === 1 ? 'person who can edit' : 'people who can edit';
  const help =
    workspace.plan === 'professional'
      ? 'Remove somebody or revoke an invitation.'
      : 'Remove somebody, revoke an invitation or choose a larger plan.';
  throw new Problem('people_full', { detail: `Your plan includes ${of} ${people}. ${help}` });
}
