import { timingSafeEqual } from 'node:crypto';
import { operationRoutes } from '@lectern/contract/operations';
import { Problem } from '@lectern/contract/problem';
import { sql } from 'kysely';
import { bearer, feature } from '../../platform/serve.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { readMetrics } from './metrics.ts';

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const operations = feature(operationRoutes, {
  live: (_ctx, _input, { reply }) => {
    void reply.header('cache-control', 'no-store').type('text/plain').send('ok\n');
  },

  async ready(ctx, _input, { reply }) {
    const parts: Readonly<Record<string, () => Promise<unknown>>> = {
      database: () => sql`select 1`.execute(ctx.database.kysely),
      jobs: () => ctx.jobs.states(),
    };
    const answers = await Promise.all(
      Object.entries(parts).map(([name, ask]) =>
        ask().then(
          () => [name, 'ok'] as const,
          () => [name, 'does not answer'] as const,
        ),
      ),
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
    const operator = monitor || (token !== undefined && (await authenticate(ctx, token))?.kind === 'administrator');
    if (!operator) throw new Problem('unauthorized');
    const { type, text } = await readMetrics(ctx);
    void reply.header('cache-control', 'no-store').type(type).send(text);
  },
});
