import type { Authenticate } from '../../platform/http/serve.ts';
import type { Administrator, Member, World } from '../../platform/http/context.ts';
import { hasSecondFactor } from './second-factor/second-factor.ts';
import type { Owner } from './security/account-ref.ts';
import { arePasswordsOff } from './passwords-off.ts';
import { identityOfMember } from './identity-store.ts';
import { wordOf } from './renew-identity.ts';
import { roleByCompany, setRoleByCompany } from './workspaces/join-by-company.ts';
import { asPaid } from './workspaces/membership.ts';
import { buildWorkspace } from './workspaces/workspace.ts';
import { type MemberSession, sessionWithOwner } from './session-store.ts';
import { touchSession, touchWorkspace } from './sessions.ts';
import type { AdministratorRow } from './store.ts';
import { hashToken } from './secret-tokens.ts';

/** Returns the setting an administrator must make before anything else. */
async function owed(
  { database, administratorsNeedSecondFactor }: World,
  { id, must_change_password }: AdministratorRow,
): Promise<Administrator['requiredSetup']> {
  if (must_change_password) return 'password';
  if (!administratorsNeedSecondFactor) return undefined;
  return (await hasSecondFactor(database.kysely, { administratorId: id })) ? undefined : 'second_factor';
}

/** The company's word on an administrator, whose session it opened. */
const wordOnAdministrator = (world: World, identityId: string) =>
  wordOf(world, identityId, (_tx, { groups }) => {
    const { administratorGroup } = world.singleSignOn!;
    return Promise.resolve(administratorGroup !== undefined && groups.includes(administratorGroup));
  });

/** The same of a member, whose session it opened, or whose role it gives. */
async function wordOnSession(world: World, session: MemberSession): ReturnType<typeof wordOf> {
  const { singleSignOn, database } = world;
  const { identityId, member, workspace } = session;
  const isGiven = singleSignOn !== undefined && workspace.role_source === 'provider';
  const known = isGiven && (await identityOfMember(database.kysely, member.id, singleSignOn.provider.issuer));
  const id = identityId ?? (known ? known.id : undefined);
  return id === undefined ? 'kept' : wordOnMember(world, member, id);
}

/** The company's word on a member, by this identity. It may change their role. */
export const wordOnMember = (world: World, member: Member, identityId: string): ReturnType<typeof wordOf> =>
  wordOf(world, identityId, async (tx, { groups }) => {
    await setRoleByCompany(world, tx, member, roleByCompany(world.singleSignOn!, groups));
    return true;
  });

/**
 * A live session's member or administrator; nobody for a deactivated member. Throws `sign_in_away` and the like where a
 * company has not said for too long who its people are.
 */
export const authenticate: Authenticate = async (world, token, wanted = {}) => {
  const { database, now: clock } = world;
  const now = clock();
  const hash = hashToken(token);
  let session = await sessionWithOwner(database.kysely, hash, now, wanted);
  if (!session) return undefined;
  const { began, lastUsed, identityId } = session;
  const { email: account } = session.kind === 'member' ? session.member : session.administrator;
  // A password opened it before passwords were turned off.
  if (identityId === null && arePasswordsOff(world, session.kind, account)) return undefined;
  const credential = { kind: 'session', sessionHash: hash } as const;
  const touch = (owner: Owner): Promise<void> => touchSession(database.kysely, { hash, owner, began, lastUsed }, now);
  if (session.kind === 'member') {
    const word = await wordOnSession(world, session);
    if (word === 'ended') return undefined;
    // It may have changed what the person may do.
    if (word === 'renewed') session = (await sessionWithOwner(database.kysely, hash, now, wanted)) ?? session;
    if (session.kind !== 'member') return undefined;
    const { kind, member, hasLeft, choice } = session;
    const { id: workspaceId } = session.workspace;
    const isDue = word === 'due';
    if (!isDue) await touch({ userId: member.id });
    if (choice && !hasLeft) await touchWorkspace(database.kysely, { userId: member.id, workspaceId, ...choice }, now);
    const workspace = buildWorkspace(await asPaid(world, database.kysely, session.workspace), now);
    return { kind, member, workspace, hasLeft, isDue, credential };
  }
  const { id, email } = session.administrator;
  if (identityId !== null && (await wordOnAdministrator(world, identityId)) === 'ended') return undefined;
  await touch({ administratorId: id });
  // The company answers for how its people prove themselves.
  const requiredSetup = identityId === null ? await owed(world, session.administrator) : undefined;
  return { kind: 'administrator', administrator: { id, email, requiredSetup }, credential };
};
