import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import type { Context, HttpExchange, SingleSignOn, World } from '../../platform/http/context.ts';
import { problemOf } from '../../platform/http/problem-of.ts';
import { countNetworkTry } from '../../platform/limits/rate-limit.ts';
import { markBrowser, signInSeconds } from './browser-cookie.ts';
import { insertFlow } from './identity-store.ts';
import { signInsFromNetwork } from './rate-limits.ts';
import { hashToken } from './secret-tokens.ts';

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

/** A browser that comes to a page reads no JSON: the page tells the problem by its code. */
export async function leadingToProblems(
  ctx: Context<'anyone'>,
  wire: HttpExchange,
  work: (at: { door: Door }) => Promise<void>,
): Promise<void> {
  const at = { door: 'member' as Door };
  try {
    await work(at);
  } catch (error) {
    const problem = problemOf(error, 'internal');
    const { code, cause, text, status } = problem;
    if (code === 'not_found') throw problem;
    ctx.log[status >= 500 ? 'error' : 'warn']({ code, err: cause, from: ctx.ip }, text);
    leadTo(ctx, wire, at.door, `?problem=${code}`);
  }
}

/** Leads the browser to the provider, and keeps what its answer must fit. */
export const beginSignIn = (ctx: Context<'anyone'>, { door }: { door: Door }, wire: HttpExchange): Promise<void> =>
  leadingToProblems(ctx, wire, async (at) => {
    at.door = door;
    const { provider } = requireSingleSignOn(ctx, door);
    const db = ctx.database.kysely;
    const now = ctx.now();
    await countNetworkTry(db, signInsFromNetwork, ctx.ip, now);
    const { url, state, nonce, verifier } = await provider.begin();
    await insertFlow(db, {
      state_hash: hashToken(state),
      browser_hash: markBrowser(wire),
      door,
      nonce,
      verifier,
      expires_at: new Date(now.getTime() + (signInSeconds / 60) * minute),
    });
    void wire.reply.redirect(url, 303);
  });
