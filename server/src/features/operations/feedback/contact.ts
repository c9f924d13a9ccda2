import { type ContactType, type FeedbackType, feedbackLimits } from '@lectern/contract/rules/feedback-types';
import { Problem } from '@lectern/contract/problem';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { bearer } from '../../../platform/http/bearer.ts';
import { feature } from '../../../platform/http/serve.ts';
import { countNetworkTry, consumeAttempt, type RateLimit } from '../../../platform/limits/rate-limit.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { normaliseEmail } from '../../accounts/names.ts';
import { insertReport } from './reports.ts';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';

const reportsFromNetwork: RateLimit = { name: 'report/network', tries: 30, minutes: 60 };
const reportsFromMember: RateLimit = { name: 'report/member', tries: 15, minutes: 60 };

type Feedback = { type: FeedbackType | ContactType; subject: string; message: string; email: string };

/** The database refuses this one character, and nobody can type it. */
const readText = (typed: string): string => typed.replaceAll('\0', '').trim();

/** Keeps what somebody wrote, with or without a session. A dead session counts as none. */
export async function contact(
  ctx: Context<'anyone'>,
  input: Feedback,
  { request }: HttpExchange,
): Promise<{ msg: string }> {
  const token = bearer(request);
  const principal = token ? await authenticate(ctx, token) : undefined;
  const member = principal?.kind === 'member' ? principal.member : undefined;

  const subject = readText(input.subject).replace(/\p{Cc}+/gu, ' ');
  const message = readText(input.message);
  if (!subject || (!member && !input.email.trim())) throw new Problem('missing_fields');
  for (const [name, value] of Object.entries({ subject, message }) as ['subject' | 'message', string][])
    if (value.length > feedbackLimits[name])
      throw new Problem('bad_request', {
        detail: `Please write a ${name} of at most ${feedbackLimits[name]} characters.`,
      });
  const email = member?.email ?? normaliseEmail(input.email);
  if (!email) throw new Problem('bad_email');

  const now = ctx.now();
  const db = ctx.database.kysely;
  await countNetworkTry(db, reportsFromNetwork, ctx.ip, now);
  if (member) await consumeAttempt(db, reportsFromMember, member.id, now);
  await insertReport(db, { type: input.type, subject, message, email, userId: member?.id ?? null, now });
  return { msg: 'Feedback sent successfully!' };
}

export const feedback = feature(feedbackRoutes, { contact });
