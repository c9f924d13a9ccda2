import { Problem } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import { minute } from '@lectern/contract/rules/durations';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../platform/http/context.ts';
import { createRate } from '../../platform/limits/rate.ts';
import { countAttempt, type RateLimit } from '../../platform/limits/rate-limit.ts';

/** Calls of one key in a minute: reads for each process, all others for all processes together. */
export const callLimits = { reads: 600, writes: 120, questions: 20 } as const;

const reads = createRate(callLimits.reads, minute);
const writes: RateLimit = { name: 'api/writes', tries: callLimits.writes, minutes: 1 };
const questions: RateLimit = { name: 'api/questions', tries: callLimits.questions, minutes: 1 };

/** The API key of a call, or its person where a session calls. */
export const callerId = ({ principal: { credential, member } }: Pick<Context<'member'>, 'principal'>): string =>
  credential.kind === 'key' ? credential.keyId : member.id;

type Left = { name: keyof typeof callLimits; left: number; seconds: number };

async function count(ctx: Context<'member'>, keyId: string, { method, asksModel }: Route): Promise<Left> {
  if (method === 'GET') return { name: 'reads', ...reads.countDown(keyId) };
  const limit = asksModel ? questions : writes;
  const now = ctx.now();
  const { left, endsAt } = await countAttempt(ctx.database.kysely, limit, keyId, now);
  return { name: asksModel ? 'questions' : 'writes', left, seconds: (endsAt.getTime() - now.getTime()) / 1000 };
}

/**
 * Counts a call by a key, and tells what is left (draft-ietf-httpapi-ratelimit-headers); people have limits of their
 * own. Throws `too_many_requests`.
 */
export async function countCall(ctx: Context<'member'>, route: Route, reply: FastifyReply): Promise<void> {
  const { credential } = ctx.principal;
  if (credential.kind !== 'key') return;
  const { name, left, seconds } = await count(ctx, credential.keyId, route);
  const wait = Math.max(1, Math.ceil(seconds));
  void reply
    .header('ratelimit-policy', `"${name}";q=${callLimits[name]};w=60`)
    .header('ratelimit', `"${name}";r=${Math.max(0, left)};t=${wait}`);
  if (left >= 0) return;
  void reply.header('retry-after', wait);
  throw new Problem('too_many_requests', {
    detail: `This key may make ${callLimits[name]} ${name} in a minute. Please wait ${wait} seconds.`,
  });
}
