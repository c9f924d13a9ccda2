import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { operationRoutes } from '@lectern/contract/operations';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import { bearer, feature } from '../../platform/serve.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { readMetrics } from './metrics.ts';

/** Of whatever length, and without telling by the time it takes how much of it is right. */
const equal = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
};

/** Milliseconds after which a part counts as silent: whoever asks waits for an answer as well. */
const patience = 2_000;

type Answer = 'ok' | 'not current' | 'does not answer';

async function inTime(ask: () => Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const silence = delay<Answer>(patience, 'does not answer', { signal: late.signal });
  try {
    return await Promise.race([ask().catch((): Answer => 'does not answer'), silence]);
  } finally {
    silence.catch(() => undefined);
    late.abort();
  }
}

export const operations = feature(operationRoutes, {
  live: (_ctx, _input, { reply }) => {
    void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n');
  },

  async ready(ctx, _input, { reply }) {
    const parts: Readonly<Record<string, () => Promise<Answer>>> = {
      database: () => sql`select 1`.execute(ctx.database.kysely).then(() => 'ok'),
      migrations: async () => ((await ctx.database.isServable()) ? 'ok' : 'not current'),
      jobs: () => ctx.jobs.counts().then(() => 'ok'),
    };
    const answers = await Promise.all(
      Object.entries(parts).map(async ([name, ask]) => [name, await inTime(ask)] as const),
    );
    const ready = answers.every(([, answer]) => answer === 'ok');
    void reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(Object.fromEntries(answers));
  },

  async metrics(ctx, _input, { request, reply }) {
    const token = bearer(request);
    const monitor = token !== undefined && ctx.metricsToken !== undefined && equal(token, ctx.metricsToken);
    const actor = monitor || token === undefined ? undefined : await authenticate(ctx, token);
    if (!monitor && (actor?.kind !== 'administrator' || actor.administrator.owes)) throw new Problem('unauthorized');
    const { type, text } = await readMetrics(ctx);
    void reply.header('cache-control', 'no-store').type(type).send(text);
  },
});
