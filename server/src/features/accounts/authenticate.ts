import type { Authenticate } from '../../platform/http/serve.ts';
import type { Administrator, SingleSignOn, World } from '../../platform/http/context.ts';
import type { Claims } from '../../ports/identity/port.ts';
import { hasSecondFactor } from './second-factor/second-factor.ts';
import type { Owner } from './security/account-ref.ts';
import { arePasswordsOff } from './passwords-off.ts';
import { isStillGranted } from './renew-identity.ts';
import { asPaid } from './workspaces/membership.ts';
import { buildWorkspace } from './workspaces/workspace.ts';
import { sessionWithOwner } from './session-store.ts';
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

const isOfGroup = ({ groups }: Claims, { administratorGroup }: SingleSignOn): boolean =>
  administratorGroup !== undefined && groups.includes(administratorGroup);

/**
 * A live session's member or administrator; nobody for a deactivated member. Throws `sign_in_away` and the like where a
 * company does not say for an hour who its administrators are.
 */
export const authenticate: Authenticate = async (world, token, wanted = {}) => {
  const { database, now: clock } = world;
  const now = clock();
  const hash = hashToken(token);
  const session = await sessionWithOwner(database.kysely, hash, now, wanted);
  if (!session) return undefined;
  const { began, lastUsed, identityId } = session;
  const { email: account } = session.kind === 'member' ? session.member : session.administrator;
  // A password opened it before passwords were turned off.
  if (identityId === null && arePasswordsOff(world, session.kind, account)) return undefined;
  const credential = { kind: 'session', sessionHash: hash } as const;
  const touch = (owner: Owner): Promise<void> => touchSession(database.kysely, { hash, owner, began, lastUsed }, now);
  if (session.kind === 'member') {
    const { kind, member, hasLeft, choice } = session;
    const { id: workspaceId } = session.workspace;
    await touch({ userId: member.id });
    if (choice && !hasLeft) await touchWorkspace(database.kysely, { userId: member.id, workspaceId, ...choice }, now);
    const workspace = buildWorkspace(await asPaid(world, database.kysely, session.workspace), now);
    return { kind, member, workspace, hasLeft, credential };
  }
  const { id, email } = session.administrator;
  if (identityId !== null && !(await isStillGranted(world, identityId, isOfGroup))) return undefined;
  await touch({ administratorId: id });
  // The company answers for how its people prove themselves.
  const requiredSetup = identityId === null ? await owed(world, session.administrator) : undefined;
  return { kind: 'administrator', administrator: { id, email, requiredSetup }, credential };
};
