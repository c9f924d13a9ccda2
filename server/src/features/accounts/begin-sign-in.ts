import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import type { Challenge } from '../../ports/identity/port.ts';
import type { Context, HttpExchange, SingleSignOn, World } from '../../platform/http/context.ts';
import { problemOf } from '../../platform/http/problem-of.ts';
import { countNetworkTry } from '../../platform/limits/rate-limit.ts';
import { markBrowser, signInSeconds } from './browser-cookie.ts';
import { insertFlow } from './identity-store.ts';
import { signInsFromNetwork } from './rate-limits.ts';
import { hashToken } from './secret-tokens.ts';

type Begun = Challenge & { url: string };

/** The two ways in: each leads back to a page of its own. */
export type Door = 'member' | 'administrator';

/** Throws `not_found` where there is none, or none for administrators. */
export function requireSingleSignOn({ singleSignOn }: Pick<World, 'singleSignOn'>, door: Door): SingleSignOn {
  if (!singleSignOn || (door === 'administrator' && singleSignOn.administratorGroup === undefined))
    throw new Problem('not_found');
  return singleSignOn;
}

const pages: Readonly<Record<Door, string>> = { member: '/signed-in', administrator: '/admin/signed-in' };

/** Sends a browser to the page of a door; what follows `#` stays in the browser. */
export const leadTo = ({ publicUrl }: Pick<World, 'publicUrl'>, { reply }: HttpExchange, door: Door, rest: string) =>
  void reply.redirect(`${publicUrl}${pages[door]}${rest}`, 303);

/** Ends in the hidden frame of a page, which asks the server itself what came of it. */
export const showInFrame = ({ reply }: HttpExchange, text: string): void =>
  void reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><title>Sign in</title><p>${text}</p></html>`);

/** A browser that comes to a page reads no JSON: the page tells the problem by its code. */
export async function leadingToProblems(
  ctx: Context<'anyone'>,
  wire: HttpExchange,
  work: (at: { door: Door; isRenewal: boolean }) => Promise<void>,
): Promise<void> {
  const at = { door: 'member' as Door, isRenewal: false };
  try {
    await work(at);
  } catch (error) {
    const problem = problemOf(error, 'internal');
    const { code, cause, text, status } = problem;
    if (code === 'not_found') throw problem;
    ctx.log[status >= 500 ? 'error' : 'warn']({ code, err: cause, from: ctx.ip }, text);
    if (at.isRenewal) showInFrame(wire, text);
    else leadTo(ctx, wire, at.door, `?problem=${code}`);
  }
}

/** Leads the browser to the provider, and keeps what its answer must fit. */
export const beginSignIn = (ctx: Context<'anyone'>, { door }: { door: Door }, wire: HttpExchange): Promise<void> =>
  leadingToProblems(ctx, wire, async (at) => {
    at.door = door;
    const { provider } = requireSingleSignOn(ctx, door);
    await countNetworkTry(ctx.database.kysely, signInsFromNetwork, ctx.ip, ctx.now());
    void wire.reply.redirect(await keepFlow(ctx, wire, { door, challenge: await provider.begin() }), 303);
  });

/** Keeps what the provider's answer to this browser must fit, and gives the page of the provider. */
export async function keepFlow(
  { database, now }: Pick<World, 'database' | 'now'>,
  wire: HttpExchange,
  { door, challenge, identityId }: { door: Door; challenge: Begun; identityId?: string },
): Promise<string> {
  const { url, state, nonce, verifier } = challenge;
  await insertFlow(database.kysely, {
    state_hash: hashToken(state),
    browser_hash: markBrowser(wire),
    door,
    nonce,
    verifier,
    identity_id: identityId ?? null,
    expires_at: new Date(now().getTime() + (signInSeconds / 60) * minute),
  });
  return url;
}
