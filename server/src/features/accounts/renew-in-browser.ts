import { Problem } from '@lectern/contract/problem';
import type { SignedIn } from '../../ports/identity/port.ts';
import { type Context, type HttpExchange, sessionHashOf } from '../../platform/http/context.ts';
import { countNetworkTry } from '../../platform/limits/rate-limit.ts';
import { keepFlow, requireSingleSignOn, showInFrame } from './begin-sign-in.ts';
import { identityById, identityOfMember, updateIdentity } from './identity-store.ts';
import { signInsFromNetwork } from './rate-limits.ts';
import { sealTokens, unsealTokens } from './seal-tokens.ts';
import { identityOfSession } from './session-store.ts';
import { lockUser } from './store.ts';
import { roleByCompany, setRoleByCompany } from './workspaces/join-by-company.ts';

/**
 * Gives the page at the company that confirms whoever has a session, without a word to them. Throws `not_found` where
 * the company does not know them.
 */
export async function beginRenewal(
  ctx: Context<'person'>,
  _input: unknown,
  wire: HttpExchange,
): Promise<{ url: string }> {
  const { provider, sealingKey } = requireSingleSignOn(ctx, 'member');
  const db = ctx.database.kysely;
  await countNetworkTry(db, signInsFromNetwork, ctx.ip, ctx.now());
  const identityId =
    (await identityOfSession(db, sessionHashOf(ctx.principal))) ??
    (await identityOfMember(db, ctx.member.id, provider.issuer))?.id;
  const identity = identityId === undefined ? undefined : await identityById(db, identityId);
  if (identity?.issuer !== provider.issuer) throw new Problem('not_found');
  const { id } = unsealTokens(sealingKey, identity.tokens);
  const challenge = await provider.begin({ silentlyFor: id });
  return { url: await keepFlow(ctx, wire, { door: 'member', challenge, identityId: identity.id }) };
}

/** Takes the company's word on somebody who has a session. Throws `sign_in_untrusted` for anybody else. */
export async function renewBySignIn(
  ctx: Context<'anyone'>,
  wire: HttpExchange,
  { identityId, signedIn: { claims, tokens } }: { identityId: string; signedIn: SignedIn },
): Promise<void> {
  const singleSignOn = requireSingleSignOn(ctx, 'member');
  const { provider, sealingKey } = singleSignOn;
  const identity = await identityById(ctx.database.kysely, identityId);
  if (identity?.issuer !== provider.issuer || identity.subject !== claims.subject || identity.user_id === null)
    throw new Problem('sign_in_untrusted', { cause: 'The company signed somebody else in.' });
  const userId = identity.user_id;
  await ctx.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    await updateIdentity(tx, identity.id, { tokens: sealTokens(sealingKey, tokens) }, ctx.now());
    await setRoleByCompany(ctx, tx, user, roleByCompany(singleSignOn, claims.groups));
  });
  showInFrame(wire, 'You are signed in.');
}
