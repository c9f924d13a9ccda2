import type { Context } from '../../platform/http/context.ts';
import { consumeAttempt, type RateLimit } from '../../platform/limits/rate-limit.ts';

/** The payment provider allows so much to all members together: nobody needs this many of it in a minute. */
const questions: RateLimit = { name: 'payments/member', tries: 20, minutes: 1 };

/** Counts a call for which the payment provider is asked. Throws `too_many_tries`. */
export const countQuestion = ({ database, member, now }: Context<'member'>): Promise<void> =>
  consumeAttempt(database.kysely, questions, member.id, now());
