import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../features/accounts/authenticate.ts';
import { measureRequests } from '../features/operations/metrics.ts';
import { flushCounts } from '../features/portal/tally.ts';
import { createApp, type ForeignSources } from '../platform/app.ts';
import type { World } from '../platform/context.ts';
import { openToOtherSites } from '../platform/cross-origin.ts';
import { serveFeatures } from '../platform/serve.ts';
import { serveWebApp } from '../platform/web-app.ts';
import type { Config } from './config.ts';
import { features } from './features.ts';

/** What Stripe's card form loads (docs.stripe.com/security/guide, Content Security Policy). */
const stripeSources: ForeignSources = {
  'script-src': ['https://js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

/** The HTTP server of a world, ready to listen. Without a built web app it serves the calls only. */
export async function createServer(
  world: World,
  { logLevel, blogUrl, supportEmail, proxies }: Pick<Config, 'logLevel' | 'blogUrl' | 'supportEmail' | 'proxies'>,
): Promise<FastifyInstance> {
  const app = await createApp(logLevel, {
    proxies,
    ...(world.payments.kind === 'stripe' ? { foreign: stripeSources } : {}),
  });
  measureRequests(app);
  app.addHook('onClose', () => flushCounts(world));
  await openToOtherSites(app);
  serveFeatures(app, world, features, authenticate);
  const built = existsSync(join(world.webRoot, 'index.html'));
  if (built) await serveWebApp(app, world.webRoot, { brand: world.brand, blogUrl, supportEmail });
  return app;
}
