import { randomUUID } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import type { Role } from '@lectern/contract/rules/rights';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { type EventFact, type EventWriter, recordEvent } from '../../../platform/events/events.ts';

type Membership = { workspaceId: string; userId: string };

/** A role with who gives it: people, where nobody else is named. */
type GivenRole = { role: Role; source?: 'person' | 'provider' };

/** The people of a workspace with these roles, of active accounts or all, those who came first first. */
export const membersWhoMay = (
  db: Queryable,
  workspaceId: string,
  roles: readonly Role[],
  which: 'active' | 'also inactive' = 'active',
): Promise<{ id: string; email: string; firstname: string; lastname: string }[]> =>
  db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['users.id', 'users.email', 'users.firstname', 'users.lastname'])
    .where('workspace_members.workspace_id', '=', workspaceId)
    .where('workspace_members.role', 'in', roles)
    .$if(which === 'active', (query) => query.where('users.is_active', '=', true))
    .orderBy('workspace_members.created_at')
    .orderBy('users.id')
    .execute();

/** In a query of `workspaces`: the name of one, which without its own is called after its first owner. */
export const workspaceName = sql<string>`coalesce(nullif(workspaces.name, ''), (
  select firstname || ' ' || lastname || '’s workspace'
  from workspace_members join users on users.id = workspace_members.user_id
  where workspace_members.workspace_id = workspaces.id and role = 'owner'
  order by is_active desc, workspace_members.created_at, users.id limit 1
), 'a workspace without an owner')`;

/** Gives the name by which people know a workspace. */
export async function nameOf(db: Queryable, workspaceId: string): Promise<string> {
  const { name } = await db
    .selectFrom('workspaces')
    .select(workspaceName.as('name'))
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return name;
}

/** In a query of `users`: the workspace of a person alone, or the first of those they own, or are in. */
export const homeOfUser = sql<string>`(select workspace_id from workspace_members where user_id = users.id
  order by workspace_id = users.id desc, role = 'owner' desc, created_at, workspace_id limit 1)`;

export const findMember = (db: Queryable, { workspaceId, userId }: Membership) =>
  db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['users.id', 'users.email', 'users.firstname', 'users.lastname'])
    .select(['workspace_members.role', 'workspace_members.role_source'])
    .where('workspace_members.workspace_id', '=', workspaceId)
    .where('workspace_members.user_id', '=', userId)
    .executeTakeFirst();

/** A person of a workspace. Throws `not_found`. */
export async function memberOf(db: Queryable, membership: Membership) {
  const member = await findMember(db, membership);
  if (!member) throw new Problem('not_found');
  return member;
}

export type MemberRow = Awaited<ReturnType<typeof memberOf>>;

/** Throws `last_owner` where no active owner would be left without this person. */
export async function requireOtherOwner(tx: Queryable, { workspaceId, userId }: Membership, detail?: string) {
  const owners = await membersWhoMay(tx, workspaceId, ['owner']);
  if (!owners.some(({ id }) => id !== userId)) throw new Problem('last_owner', detail === undefined ? {} : { detail });
}

/** Every workspace of a person, in the order in which all lock them. */
export const membershipsOf = (db: Queryable, userId: string): Promise<{ workspace_id: string }[]> =>
  db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .orderBy('workspace_id')
    .execute();

const recordMember = (
  world: EventWriter,
  tx: Queryable,
  { workspaceId, userId }: Membership,
  fact: Extract<EventFact, { kind: `member.${string}` }>,
): Promise<void> => recordEvent(world, tx, { ...fact, workspaceId, subjectId: userId });

/** Takes a person into a workspace, in which they work next. */
export async function insertMember(world: EventWriter, tx: Queryable, member: Membership & GivenRole): Promise<void> {
  const now = world.now();
  await tx
    .insertInto('workspace_members')
    .values({
      workspace_id: member.workspaceId,
      user_id: member.userId,
      role: member.role,
      role_source: member.source ?? 'person',
      last_used_at: now,
      created_at: now,
    })
    .execute();
  await recordMember(world, tx, member, { kind: 'member.joined', payload: { role: member.role } });
}

async function changeMember(
  tx: Queryable,
  { workspaceId, userId }: Membership,
  change: { role?: Role; role_source?: 'person' | 'provider'; last_used_at?: Date; voice_consent?: boolean },
): Promise<void> {
  await tx
    .updateTable('workspace_members')
    .set(change)
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function setRole(
  world: EventWriter,
  tx: Queryable,
  { role, source = 'person', ...member }: Membership & GivenRole,
): Promise<void> {
  const before = await findMember(tx, member);
  await changeMember(tx, member, { role, role_source: source });
  if (before?.role !== role) await recordMember(world, tx, member, { kind: 'member.role_changed', payload: { role } });
}

export const setVoiceConsent = (tx: Queryable, member: Membership, voice_consent: boolean): Promise<void> =>
  changeMember(tx, member, { voice_consent });

/** Notes that a person has used a workspace, for calls that name none. */
export const noteWorkspaceUsed = (db: Queryable, member: Membership, now: Date): Promise<void> =>
  changeMember(db, member, { last_used_at: now });

/** Ends a membership; whoever has no other gets a workspace of their own, without a plan. */
export async function endMembership(
  world: EventWriter,
  tx: Queryable,
  { workspaceId, userId }: Membership,
): Promise<void> {
  await tx
    .deleteFrom('workspace_members')
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await recordMember(world, tx, { workspaceId, userId }, { kind: 'member.left', payload: {} });
  if ((await lockMembershipsOf(tx, userId)) === 0) await insertWorkspace(tx, { userId, name: '' }, world.now());
}

/** How many workspaces a person is in, which nobody changes at the same moment. */
export async function lockMembershipsOf(tx: Queryable, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('workspace_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewWorkspace = { userId: string; name: string; id?: string; hadTrial?: boolean };

/** A further workspace of a person, without a plan. */
export async function insertWorkspace(
  tx: Queryable,
  { userId, name, id = randomUUID(), hadTrial = false }: NewWorkspace,
  now: Date,
): Promise<string> {
  const spent = hadTrial ? { membership_start: now, membership_end: now } : {};
  await tx
    .insertInto('workspaces')
    .values({ id, name, created_at: now, ...spent })
    .execute();
  await tx
    .insertInto('workspace_members')
    .values({ workspace_id: id, user_id: userId, role: 'owner', created_at: now })
    .execute();
  return id;
}

/** Gives a person their personal workspace again, whose former one was erased: empty, and its trial as it was. */
export async function restorePersonal(tx: Queryable, id: string, hadTrial: boolean, now: Date): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deletion_requested_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (person) await insertWorkspace(tx, { userId: id, name: '', id, hadTrial }, now);
}
