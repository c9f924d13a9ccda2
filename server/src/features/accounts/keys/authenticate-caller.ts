import { narrowRights } from '@lectern/contract/rules/scopes';
import type { Member, MemberPrincipal, World } from '../../../platform/http/context.ts';
import type { Authenticate } from '../../../platform/http/serve.ts';
import type { WantedWorkspace } from '../../../platform/http/wanted-workspace.ts';
import { authenticate, wordOnMember } from '../authenticate.ts';
import { identityOfMember } from '../identity-store.ts';
import { arePasswordsOff } from '../passwords-off.ts';
import { hashToken } from '../secret-tokens.ts';
import { asPaid } from '../workspaces/membership.ts';
import { buildWorkspace } from '../workspaces/workspace.ts';
import { isKeyText } from './key-text.ts';
import { type KeyWithOwner, keyWithOwner, touchKey } from './key-rows.ts';

/** The company's word on the person of a key, where it alone opens their account or gives their role. */
async function wordOnPerson(
  world: World,
  member: Member,
  { has_password: hasPassword, role_source: source }: KeyWithOwner,
): ReturnType<typeof wordOnMember> {
  const { singleSignOn, database } = world;
  if (!singleSignOn) return 'kept';
  const needsCompany = arePasswordsOff(world, 'member', member.email);
  if (!needsCompany && hasPassword && source === 'person') return 'kept';
  const identity = await identityOfMember(database.kysely, member.id, singleSignOn.provider.issuer);
  if (identity) return wordOnMember(world, member, identity.id);
  return needsCompany ? 'ended' : 'kept';
}

/** The person of a live key in its workspace, with what its scopes leave of their rights. Each call reads it anew. */
async function authenticateKey(
  world: World,
  key: string,
  wanted: WantedWorkspace,
): Promise<MemberPrincipal | undefined> {
  const { database, now: clock } = world;
  const now = clock();
  const db = database.kysely;
  const hash = hashToken(key);
  let row = await keyWithOwner(db, hash, now);
  if (!row) return undefined;
  const { user_id: id, email, firstname, lastname } = row;
  const member = { id, email, firstname, lastname };
  const word = await wordOnPerson(world, member, row);
  // It may have changed what the person may do.
  if (word === 'renewed') row = await keyWithOwner(db, hash, now);
  if (!row || word === 'ended') return undefined;
  const isDue = word === 'due';
  if (!isDue) await touchKey(db, row, now);
  const { workspace_id, scopes, expires_at: expiresAt, key_id: keyId } = row;
  const workspace = buildWorkspace(await asPaid(world, db, { ...row, id: workspace_id }), now);
  return {
    kind: 'member',
    member,
    workspace: { ...workspace, rights: narrowRights(workspace.rights, scopes) },
    hasLeft: wanted.workspaceId !== undefined && wanted.workspaceId !== workspace_id,
    isDue,
    credential: { kind: 'key', keyId, scopes, expiresAt },
  };
}

/** Finds out who calls: by an API key, or by a session. */
export const authenticateCaller: Authenticate = (world, token, wanted = {}) =>
  isKeyText(token) ? authenticateKey(world, token, wanted) : authenticate(world, token, wanted);
