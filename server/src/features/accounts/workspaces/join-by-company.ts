import type { LogDetail } from '@lectern/contract/rules/log-actions';
import { Role } from '@lectern/contract/rules/rights';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Member, SingleSignOn, World } from '../../../platform/http/context.ts';
import { workspaceOfDomain } from './domain-rows.ts';
import { openInvitationOf, openInvitationsFor } from './invitation-rows.ts';
import { acceptInvitation, stateOf } from './join.ts';
import { endMembership, findMember, insertMember, membersWhoMay, setRole } from './members.ts';
import { placesOf, takesOtherPlace } from './seats.ts';
import { writeLog } from './workspace-log.ts';
import { lockPeople } from './workspace.ts';

/** Outcome for somebody whom a workspace expects; `closed`: there is none, or not for them. */
type Outcome = 'joined' | 'full' | 'closed';

/** The role in the company's workspace of a person with these groups: the highest of them. */
export function roleByCompany(
  { workspace }: Pick<SingleSignOn, 'workspace'>,
  groups: readonly string[],
): Role | undefined {
  if (!workspace) return undefined;
  const { roles } = workspace;
  if (!roles) return 'viewer';
  return Role.options.find((role) =>
    roles.some((each) => each.role === role && (each.group === '*' || groups.includes(each.group))),
  );
}

const lockOpen = (tx: Queryable, id: string) =>
  lockPeople(tx, id).catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });

type LockedWorkspace = NonNullable<Awaited<ReturnType<typeof lockOpen>>>;

async function hasPlace(world: World, tx: Queryable, workspace: LockedWorkspace, role: Role): Promise<boolean> {
  const { seats, viewers } = await placesOf(world, tx, workspace);
  const { taken, of } = role === 'viewer' ? viewers : seats;
  return taken < of;
}

type Entry = { role: Role; source?: 'person' | 'provider'; detail?: LogDetail };

/** Takes a person into a workspace, locked, where they are not in it yet. */
async function take(
  world: World,
  tx: Queryable,
  person: Member,
  workspace: LockedWorkspace,
  { role, source = 'person', detail }: Entry,
): Promise<Outcome> {
  const membership = { workspaceId: workspace.id, userId: person.id };
  if (await findMember(tx, membership)) return 'joined';
  if (!(await hasPlace(world, tx, workspace, role))) return 'full';
  await insertMember(world, tx, { ...membership, role, source });
  await logByCompany(world, tx, membership, 'member.joined', { email: person.email, role, ...detail });
  return 'joined';
}

const logByCompany = (
  { now }: Pick<World, 'now'>,
  tx: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  action: 'member.joined' | 'member.role_changed' | 'member.removed',
  detail: LogDetail,
): Promise<void> =>
  writeLog(tx, { workspaceId, via: 'provider', now: now(), action, object: { kind: 'person', id: userId }, detail });

/** Takes a person into the workspace that has proved the domain of their address. */
export async function joinByDomain(world: World, tx: Queryable, person: Member): Promise<Outcome> {
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
  const found = await workspaceOfDomain(tx, domain);
  const workspace = found && (await lockOpen(tx, found.workspace_id));
  return workspace ? take(world, tx, person, workspace, { role: found.default_role, detail: { domain } }) : 'closed';
}

/** Takes a person whose address is proved, and whose account is new, into the workspaces that have invited them. */
export async function joinInvited(
  world: World & { ip: string },
  tx: Queryable,
  person: Member,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id, workspace_id } of await openInvitationsFor(tx, person.email, world.now())) {
    const workspace = await lockOpen(tx, workspace_id);
    const row = workspace && (await openInvitationOf(tx, workspace_id, { id }));
    const { state } = row ? await stateOf(world, tx, row) : { state: 'closed' };
    if (row && state === 'open') await acceptInvitation(world, tx, row, person);
    outcomes.push(state === 'open' ? 'joined' : state === 'full' ? 'full' : 'closed');
  }
  return outcomes;
}

/**
 * Gives a person the role that their groups have in the company's workspace, or ends their membership. Leaves owners made
 * by people, and the last one.
 */
export async function setRoleByCompany(
  world: World,
  tx: Queryable,
  person: Member,
  wanted: Role | undefined,
): Promise<Outcome> {
  const company = world.singleSignOn?.workspace;
  if (!company) return 'closed';
  const membership = { workspaceId: company.id, userId: person.id };
  const before = await findMember(tx, membership);
  if (!before && wanted === undefined) return 'closed';
  if (before && (!company.roles || (before.role === wanted && before.role_source === 'provider'))) return 'joined';
  const workspace = await lockOpen(tx, company.id);
  if (!workspace) {
    world.log.error('OIDC_WORKSPACE names no workspace: nobody joins it.');
    return 'closed';
  }
  const member = await findMember(tx, membership);
  if (!member && wanted === undefined) return 'closed';
  if (!member)
    return take(world, tx, person, workspace, { role: wanted!, source: company.roles ? 'provider' : 'person' });
  const { role: from, role_source } = member;
  if (role_source === 'person' && (from === 'owner' || wanted === undefined)) return 'joined';
  if (from === 'owner' && wanted !== 'owner' && !(await hasOtherOwner(tx, membership))) return 'joined';
  // A right is lost whatever places there are.
  const isRaised = takesOtherPlace(from, wanted ?? from) && wanted !== 'viewer';
  if (isRaised && !(await hasPlace(world, tx, workspace, wanted!))) {
    world.log.warn('Somebody is no editor although their groups say so: their workspace has no place left.');
    return 'joined';
  }
  if (wanted === undefined) await endByCompany(world, tx, membership, { email: person.email, role: from });
  else {
    await setRole(world, tx, { ...membership, role: wanted, source: 'provider' });
    if (wanted !== from)
      await logByCompany(world, tx, membership, 'member.role_changed', { email: person.email, from, to: wanted });
  }
  // The payment provider knows an owner.
  if (from === 'owner' || wanted === 'owner')
    await world.jobs.enqueue('customer-address', { userId: company.id }, { tx });
  return 'joined';
}

async function hasOtherOwner(tx: Queryable, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  const owners = await membersWhoMay(tx, workspaceId, ['owner']);
  return owners.some(({ id }) => id !== userId);
}

async function endByCompany(
  world: World,
  tx: Queryable,
  membership: { workspaceId: string; userId: string },
  detail: LogDetail,
): Promise<void> {
  await endMembership(world, tx, membership);
  await logByCompany(world, tx, membership, 'member.removed', detail);
  await world.jobs.enqueue('end-work', membership, { tx });
}

/** Tells the others in a person's workspaces that the company has signed them in. */
export async function logSignIn({ ip, now }: Pick<World, 'now'> & { ip: string }, tx: Queryable, person: Member) {
  const rows = await tx
    .selectFrom('workspace_members as own')
    .innerJoin('workspace_members as other', 'other.workspace_id', 'own.workspace_id')
    .select('own.workspace_id')
    .distinct()
    .where('own.user_id', '=', person.id)
    .where('other.user_id', '<>', person.id)
    .execute();
  for (const { workspace_id: workspaceId } of rows)
    await writeLog(tx, {
      workspaceId,
      via: 'provider',
      person,
      ip,
      now: now(),
      action: 'member.signed_in',
      object: { kind: 'person', id: person.id },
    });
}
