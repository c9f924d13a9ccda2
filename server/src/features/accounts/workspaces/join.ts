import type { invitationStates } from '@lectern/contract/accounts/workspaces';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { sql } from 'kysely';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { joinedEmail } from './emails.ts';
import { closeInvitation, invitationByToken, type InvitationRow } from './invitation-rows.ts';
import { findMember, insertMember, nameOf } from './members.ts';
import { placesOf, takesOtherPlace } from './seats.ts';
import { writeLog } from './workspace-log.ts';
import { workspaceById, lockPeople } from './workspace.ts';

type State = (typeof invitationStates)[number];

/** The account with the address of an invitation. */
const invitedAccount = (db: Queryable, { email }: InvitationRow) =>
  db
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where(sql`lower(email)`, '=', email)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();

/** Tells the state of an invitation, and the account it is for. */
export async function stateOf(
  world: Pick<World, 'seats' | 'now'>,
  db: Queryable,
  row: InvitationRow,
): Promise<{ state: State; account: { id: string } | undefined }> {
  const account = await invitedAccount(db, row);
  const workspace = await workspaceById(db, row.workspace_id);
  const isOpen = workspace.is_active && workspace.deletion_requested_at === null;
  const state = async (): Promise<State> => {
    if (row.accepted_at !== null) return 'used';
    if (row.revoked_at !== null || !isOpen) return 'revoked';
    if (account?.is_active === false) return 'deactivated';
    if (account && (await findMember(db, { workspaceId: workspace.id, userId: account.id }))) return 'joined';
    if (row.expires_at <= world.now()) return 'expired';
    const places = await placesOf(world, db, workspace, row.id);
    const { taken, of } = places[takesOtherPlace('viewer', row.role) ? 'seats' : 'viewers'];
    return taken < of ? 'open' : 'full';
  };
  return { state: await state(), account };
}

const refusals: Readonly<Record<Exclude<State, 'open'>, [code: ProblemCode, detail?: string]>> = {
  used: ['invitation_used'],
  revoked: ['invitation_revoked'],
  expired: ['invitation_expired'],
  deactivated: ['deactivated'],
  joined: ['already_in_workspace', 'You are already in this workspace.'],
  full: ['people_full', 'This workspace has no place left at the moment. Please ask the person who invited you.'],
};

/** Throws `invitation_unknown`. */
export async function findInvitation(db: Queryable, token: string): Promise<InvitationRow> {
  const row = await invitationByToken(db, token);
  if (!row) throw new Problem('invitation_unknown');
  return row;
}

/**
 * Locks an invitation that can be accepted, with its workspace: of two who accept one link, the second finds it used.
 * Throws as its state says.
 */
export async function lockInvitation(world: Pick<World, 'seats' | 'now'>, tx: Queryable, token: string) {
  const { workspace_id } = await findInvitation(tx, token);
  await lockPeople(tx, workspace_id).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('invitation_revoked', { cause: error }) : error;
  });
  const row = await findInvitation(tx, token);
  const { state, account } = await stateOf(world, tx, row);
  if (state !== 'open') {
    const [code, detail] = refusals[state];
    throw new Problem(code, detail === undefined ? {} : { detail });
  }
  return { row, account };
}

/** Uses an invitation, locked, up for its person. */
export async function acceptInvitation(
  world: World & { ip: string },
  tx: Queryable,
  row: InvitationRow,
  user: { id: string; email: string; firstname: string; lastname: string },
): Promise<void> {
  const { workspace_id: workspaceId, role } = row;
  const now = world.now();
  await closeInvitation(tx, row.id, 'accepted_at', now);
  await insertMember(world, tx, { workspaceId, userId: user.id, role });
  await writeLog(tx, {
    workspaceId,
    via: 'session',
    person: user,
    ip: world.ip,
    now,
    action: 'member.joined',
    object: { kind: 'person', id: user.id },
    detail: { email: user.email, role },
  });
  if (row.invited_by === null) return;
  const inviter = await findMember(tx, { workspaceId, userId: row.invited_by });
  if (!inviter) return;
  const told = { workspace: await nameOf(tx, workspaceId), by: user.email, role };
  await queueEmail(world, tx, inviter.email, 'invitation-accepted', joinedEmail(world, inviter, told));
}
