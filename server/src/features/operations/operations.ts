import { createHash, timingSafeEqual } from 'node:crypto';
import { operationRoutes } from '@lectern/contract/operations/operations';
import { Problem } from '@lectern/contract/problem';
import { bearer } from '../../platform/http/bearer.ts';
import { feature } from '../../platform/http/serve.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { readMetrics } from './metrics.ts';
import { readinessOf } from './readiness.ts';

/** Compares texts of any length in constant time, so timing does not reveal how much matches. */
const equal = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
};

export const operations = feature(operationRoutes, {
  live: (_ctx, _input, { reply }) => {
    void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n');
  },

  async ready(ctx, _input, { reply }) {
    const { ready, parts } = await readinessOf(ctx);
    void reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(parts);
  },

  async metrics(ctx, _input, { request, reply }) {
    const token = bearer(request);
    const monitor = token !== undefined && ctx.metricsToken !== undefined && equal(token, ctx.metricsToken);
    const principal = monitor || token === undefined ? undefined : await authenticate(ctx, token);
    if (!monitor && (principal?.kind !== 'administrator' || principal.administrator.requiredSetup))
      throw new Problem('unauthorized');
    const { type, text } = await readMetrics(ctx);
    void reply.header('cache-control', 'no-store').type(type).send(text);
  },
});
