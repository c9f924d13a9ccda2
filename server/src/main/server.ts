import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { authenticateCaller } from '../features/accounts/keys/authenticate-caller.ts';
import { explainRefusal } from '../features/accounts/workspaces/explain-refusal.ts';
import { watchedCounter } from '../features/publishing/audience/count-watched.ts';
import { measureRequests } from '../features/operations/metrics.ts';
import { visitTally } from '../features/publishing/portal/count-visits.ts';
import { countRefused } from '../features/accounts/security/count-refused.ts';
import { viewTally } from '../features/publishing/shares/count-views.ts';
import { createApp, type ForeignSources } from '../platform/http/app.ts';
import type { World } from '../platform/http/context.ts';
import type { ConnectionTimeouts } from '../platform/http/connection-timeouts.ts';
import type { WorkLimits } from '../platform/limits/admission.ts';
import { serveFeatures } from '../platform/http/serve.ts';
import { serveWebApp } from '../platform/http/web-app.ts';
import type { Config } from './config.ts';
import { featuresForRole } from './features.ts';
import cors from '@fastify/cors';

/** Seconds a browser may remember the permission; Chromium's own maximum. */
const remembered = 7200;

const uploads = {
  origin: '*',
  credentials: false,
  methods: ['PUT'],
  allowedHeaders: ['content-range', 'content-type'],
  // Public clients read from it how far the server is.
  exposedHeaders: ['range'],
  maxAge: remembered,
};

const portals = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: ['content-type', 'range'],
  maxAge: remembered,
};

/** A playback id of a share link begins with `s.`, one of a portal with a key; those of members open nowhere else. */
const ofPortals =
  /^\/(?:assets|portal|api\/portal|oembed|portal-theme\.js|icon\.svg)(?:[/?.]|$)|^\/media\/(?:s|[\w-]{2,})\.[^/?]+\//;

/**
 * Allows cross-origin requests to upload URLs and portals only, because sandboxed portals have their own origin. The
 * unguessable key is the permission; no cookie can be misused.
 */
async function openToOtherSites(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      const url = request.url ?? '';
      done(null, url.startsWith('/upload/') ? uploads : ofPortals.test(url) ? portals : { origin: false });
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    // Pictures and scripts are asked for without CORS.
    if (ofPortals.test(request.url) || request.url.startsWith('/portal.js'))
      void reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** Opens the port, and lets the world know where it is. Resolves with the address for this machine itself. */
export async function listenOnPort(
  app: FastifyInstance,
  world: World,
  { port, host }: { port: number; host: string },
): Promise<string> {
  await app.listen({ port, host });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = anywhere ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  world.localOrigin = `http://${name}:${address.port}`;
  return world.localOrigin;
}

/** Sources that Stripe's card form loads (docs.stripe.com/security/guide, Content Security Policy). */
const stripeSources: ForeignSources = {
  'script-src': ['https://js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

const allSources = (each: readonly ForeignSources[]): ForeignSources =>
  Object.fromEntries(
    [...new Set(each.flatMap((sources) => Object.keys(sources) as (keyof ForeignSources)[]))].map((directive) => [
      directive,
      each.flatMap((sources) => sources[directive] ?? []),
    ]),
  );

/** The HTTP server of a world, ready to listen. Without a built web app it serves the calls only, as workers do. */
export async function createServer(
  world: World,
  {
    role,
    logLevel,
    blogUrl,
    supportEmail,
    proxies,
  }: Pick<Config, 'role' | 'logLevel' | 'blogUrl' | 'supportEmail' | 'proxies'>,
  { patience, limits = {} }: { patience?: ConnectionTimeouts | undefined; limits?: WorkLimits } = {},
): Promise<FastifyInstance> {
  const app = await createApp(logLevel, {
    proxies,
    https: world.publicUrlIsSet && world.publicUrl.startsWith('https:'),
    patience,
    foreign: allSources([
      ...(world.payments.kind === 'stripe' ? [stripeSources] : []),
      // Where a person is confirmed unseen while they work.
      ...(world.singleSignOn ? [{ 'frame-src': [new URL(world.singleSignOn.provider.issuer).origin] }] : []),
      ...(world.media.provider ? [world.media.provider.sources] : []),
    ]),
  });
  measureRequests(app);
  for (const tally of [visitTally, viewTally, watchedCounter]) app.addHook('onClose', () => tally.flush(world));
  const refused = countRefused(world);
  app.addHook('onClose', () => refused.flush());
  await openToOtherSites(app);
  serveFeatures(app, world, featuresForRole(role), authenticateCaller, {
    limits,
    noteRefusal: refused.note,
    explainRefusal,
  });
  const built = role !== 'worker' && existsSync(join(world.webRoot, 'index.html'));
  const { brand, media } = world;
  const { kind: mediaProvider, dataKey: muxDataKey } = media.provider ?? {};
  if (built)
    await serveWebApp(app, world.webRoot, {
      brand,
      blogUrl,
      supportEmail,
      signIn: world.singleSignOn,
      areSignUpsOpen: world.areSignUpsOpen,
      mediaProvider,
      muxDataKey,
    });
  return app;
}
