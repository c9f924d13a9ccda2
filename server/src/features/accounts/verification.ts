import type { UserSession } from '@lectern/contract/accounts';
import { trialDays } from '@lectern/contract/rules/plans';
import type { Context, World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { countTry, networkOf } from '../../platform/tries.ts';
import { postMail } from '../mails/post-mail.ts';
import { verificationLetter } from './letters.ts';
import { tokensFromNetwork } from './limits.ts';
import { issueMailToken, redeemMailToken } from './mail-tokens.ts';
import { openSession } from './sessions.ts';
import { deleteMailTokens, startMembership, type UserRow } from './store.ts';

const day = 86_400_000;

/** Mails the link that proves the address. */
export async function sendVerification(world: World, tx: Queryable, user: UserRow): Promise<void> {
  const token = await issueMailToken(tx, user.id, 'verify', world.now());
  await postMail(world, tx, user.email, 'verify', verificationLetter(world, user, token));
}

/** The address is proved: the trial begins now, and every other verification link is dead. */
export async function markVerified(tx: Queryable, userId: string, now: Date): Promise<UserRow> {
  await deleteMailTokens(tx, userId, 'verify');
  return startMembership(tx, userId, now, new Date(now.getTime() + trialDays * day));
}

/** Opens the link of the mail: the address is verified and its owner signed in. */
export async function verify(ctx: Context<'anyone'>, { token }: { token: string }): Promise<UserSession> {
  const now = ctx.now();
  await countTry(ctx.database.kysely, tokensFromNetwork, networkOf(ctx.ip), now);
  return ctx.database.transaction(async (tx) => {
    const user = await redeemMailToken(tx, token, 'verify', now);
    const verified = await markVerified(tx, user.id, now);
    return openSession(tx, verified, now);
  });
}
