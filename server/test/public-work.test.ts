import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from '@lectern/contract/route';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../src/features/accounts/authenticate.ts';
import { features } from '../src/main/features.ts';
import { createApp } from '../src/platform/http/app.ts';
import type { AccountPrincipal, World } from '../src/platform/http/context.ts';
import type { WorkLimit, WorkLimits } from '../src/platform/limits/admission.ts';
import { serveFeatures } from '../src/platform/http/serve.ts';

const routes: readonly Route[] = features.flatMap(({ routes }) => Object.values(routes));
const strangers = routes.filter(({ access }) => access === 'anyone' || access === 'capability');
const signedIn = routes.filter((route) => !strangers.includes(route));
const bounded = routes.filter(({ work }) => work === 'page' || work === 'picture' || work === 'media');

/** Routes marked cheap; the contract gives the reason for each. Add one here only deliberately. */
const cheap = [
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
  'GET /download/:filename',
  'GET /healthz',
  'GET /media/:playbackId/init-picture.mp4',
  'GET /media/:playbackId/init.mp4',
  'GET /media/:playbackId/master.m3u8',
  'GET /media/:playbackId/storyboard.vtt',
  'GET /metrics',
  'GET /portal/:token/:video/playback',
  'GET /portal/:token/logo/:hash',
  'GET /readyz',
  'GET /sandbox/checkout/:id',
  'GET /v1/openapi.json',
  'HEAD /download/:filename',
  'POST /mux/webhook',
  'POST /oauth/revoke',
  'POST /oauth/token',
  'POST /sandbox/checkout/:id/abandon',
  'POST /sandbox/checkout/:id/pay',
  'POST /stripe/webhook',
];

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe('what strangers can make the server do', () => {
  let full: FastifyInstance;
  let hurried: FastifyInstance;

  before(async () => {
    const none = { maxConcurrent: 0, maxQueued: 0, maxPerOwner: 9, requests: 1000 };
    const one = { maxConcurrent: 9, maxQueued: 9, maxPerOwner: 9, requests: 1 };
    const making = { maxConcurrent: 0, maxQueued: 0, maxPerOwner: 0 };
    // No call gets as far as the world.
    const world = {} as World;
    const bounds = (bound: WorkLimit): WorkLimits => ({
      publicWork: { page: bound, picture: bound, media: bound, making },
      memberWork: { lookUps: { maxConcurrent: 1 }, deadSessions: 9, calls: bound },
    });
    const somebody = async () => ({ kind: 'member', member: { id: 'somebody' } }) as AccountPrincipal;
    full = await createApp('silent');
    serveFeatures(full, world, features, somebody, { limits: bounds(none) });
    hurried = await createApp('silent');
    serveFeatures(hurried, world, features, authenticate, { limits: bounds(one) });
  });
  after(async () => {
    await full?.close();
    await hurried?.close();
  });

  const send = (app: FastifyInstance, { method, path, reply }: Route, headers: Record<string, string> = {}) =>
    app.inject({ method, url: (reply === 'stream' ? '' : '/api') + path.replace(/:(\w+)/g, '1'.repeat(24)), headers });

  it('limits public work in every costly route of the contract', () => {
    const free = strangers.filter(({ work }) => work === 'cheap').map(nameOf);
    assert.deepEqual(free.toSorted(), cheap);
    assert.ok(bounded.length >= 15);
  });

  it('answers 503 with Retry-After to public requests, when all capacity is taken', async () => {
    for (const route of bounded) {
      const { statusCode, headers, body } = await send(full, route);
      assert.deepEqual([statusCode, headers['retry-after']], [503, '5'], nameOf(route));
      if (route.method !== 'HEAD') assert.match(body, /very busy/);
    }
  });

  it('applies the account limits to signed-in requests in every route of the contract', async () => {
    assert.ok(signedIn.length > 100);
    for (const route of signedIn) {
      const { statusCode, headers } = await send(full, route, { authorization: 'Bearer somebody' });
      assert.deepEqual([statusCode, headers['retry-after']], [503, '5'], nameOf(route));
    }
  });

  it('answers 429 with Retry-After, when a network sends requests all the time', async () => {
    for (const kind of ['page', 'picture', 'media'] as const) {
      const [route] = bounded.filter(({ work, access }) => work === kind && access === 'capability');
      const first = await send(hurried, route!);
      assert.ok(first.statusCode !== 429 && first.statusCode !== 503, nameOf(route!));
      const { statusCode, headers, body } = await send(hurried, route!);
      assert.deepEqual([statusCode, headers['retry-after']], [429, '10'], nameOf(route!));
      assert.match(body, /from your network/);
    }
  });
});
