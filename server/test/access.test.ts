import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import type { Route } from '@lectern/contract/route';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { z } from 'zod';
import { features } from '../src/main/features.ts';
import { describeRecordings } from './describe-server.ts';
import type { TestMember } from './member.ts';
import { exampleInput } from './example-input.ts';
import { putUploadChunk } from './upload.ts';
import { signInAdministrator } from './world.ts';

const routes: readonly Route[] = features.flatMap(({ routes }) => Object.values(routes));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Fields by which a call names a user's object. */
const names = /^(id|passthrough|uploadId|userId|filename)$/;

const fieldsOf = ({ params, query, body }: Route): string[] =>
  [params, query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));

type Role = 'nobody' | 'visitor of a portal' | 'member' | 'expired member' | 'admin';
const roles: readonly Role[] = ['nobody', 'visitor of a portal', 'member', 'expired member', 'admin'];

/** Refusal by access rights alone, before other checks, or undefined. */
function refusalOf(access: Route['access'], role: Role): [status: number, body: unknown] | undefined {
  if (access === 'anyone' || access === 'capability') return undefined;
  if (role === 'nobody' || role === 'visitor of a portal') return [401, 'Unauthorized'];
  if (access === 'session') return undefined;
  if ((access === 'admin') !== (role === 'admin')) return [403, 'Forbidden'];
  if (access === 'active' && role === 'expired member')
    return [
      402,
      {
        code: 'membership_expired',
        msg: 'Your membership has expired. Renew it or choose a plan on the Plan Selection page to continue.',
      },
    ];
  return undefined;
}

/** Every route of the contract, by everybody: the table is the contract itself, so that none can be forgotten. */
describeRecordings('who may call what', ['short'], {}, (suite) => {
  let owner: TestMember;
  let other: TestMember;
  let expired: TestMember;
  let administrator: string;
  /** The token that stands in the embed code of the owner's portal. */
  let portal: string;
  /** The owner's values for these fields. */
  let known: Record<string, unknown>;
  /** Calls of which that is not all: that name something by an id of its own, or whose body has rules of its own. */
  let special: Record<string, Record<string, unknown>>;

  before(async () => {
    const { short: video, db } = suite;
    ({ member: owner, stranger: other } = suite);
    expired = await suite.signUp();
    await db
      .updateTable('workspaces')
      .set({ membership_end: new Date(Date.now() - 1000) })
      .where('id', '=', expired.session.id)
      .execute();
    administrator = (await signInAdministrator(suite.server)).token;
    const { id } = video;
    const firstLine = webvttCues(video.vtt)[0]!;
    const upload = await owner.call(uploadRoutes.create, {});
    await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100');
    await db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', owner.session.id).execute();
    portal = (await owner.call(portalOwnerRoutes.generate, {})).data.token;
    const userId = owner.session.id;
    const share = (await owner.call(shareOwnerRoutes.create, { passthrough: id })).data;
    const mark = { passthrough: id, first: 0, last: 0, start: firstLine.start, words: firstLine.text };
    const highlight = (await owner.call(highlightRoutes.highlight, mark)).data;
    const words = { term: 'Lectern', wrong: ['lecturn'] };
    const term = (await owner.call(glossaryRoutes.addTerm, words)).data;
    const rewrite = (await owner.call(rewriteRoutes.look, {})).data;
    const [session] = (await owner.call(ownAccountRoutes.account, undefined)).data.sessions;
    known = { userId, passthrough: id, uploadId: id, filename: `${video.assetId}.mp4` };
    special = {
      'DELETE /account/sessions/:id': { id: session!.id },
      'POST /account/voices/forget': { name: 'Grace' },
      'GET /muxupload/:id': { id: upload.id },
      'DELETE /muxupload/:id': { id: upload.id },
      'GET /muxvideos/delete/:id': { id },
      'PATCH /muxvideos/transcript/cue': { passthrough: id, n: 0, start: 0, before: 'Hello', text: 'Mine now' },
      'PATCH /muxvideos/transcript/speaker': { passthrough: id, from: 'Grace', to: 'Mine now' },
      'POST /muxupload/redraw-chapters': { passthrough: id, count: 2, chapters_version: 'any' },
      'POST /muxvideos/highlights': mark,
      'PATCH /muxvideos/highlights/:id': { id: highlight.id, removed: true },
      'PATCH /muxvideos/highlights/:id/note': { id: highlight.id, note: 'Mine now' },
      'PATCH /glossary/terms/:id': { id: term.id, term: 'Mine now', wrong: [], before: words },
      'PATCH /glossary/terms/:id/removed': { id: term.id, removed: true },
      'GET /glossary/rewrites/:id': { id: rewrite.id },
      'GET /glossary/rewrites/:id/places': { id: rewrite.id },
      'PATCH /glossary/rewrites/:id/wanted': { id: rewrite.id, wanted: false, passthrough: id },
      'POST /glossary/rewrites/:id/apply': { id: rewrite.id },
      'POST /glossary/rewrites/:id/go-on': { id: rewrite.id },
      'POST /glossary/rewrites/:id/undo': { id: rewrite.id },
      'POST /muxvideos/shares': { passthrough: id },
      'PATCH /muxvideos/shares/:id': { id: share.id, revoked: true },
      'POST /muxupload/video-cut': { passthrough: id, timeIn: '00:00:00', timeOut: '00:00:02' },
      'POST /muxupload/screenshot': { passthrough: id, time: '00:00:01' },
      'POST /muxupload/update-quote': {
        passthrough: id,
        start: '00:00:00',
        selIndex: 0,
        newQuotePrompt: 'About money',
      },
      'POST /muxupload/ai-search': { passthrough: id, prompt: 'What is it about?' },
      'POST /stripe/default/create-checkout-session': {
        userId,
        priceId: 'price_sandbox_executive',
        productId: 'prod_sandbox_executive',
      },
      'POST /stripe/default/create-payment-intent': { userId, amount: 500, currency: 'usd' },
      'POST /stripe/default/intent-payment-update': { userId, paymentStatus: 'success', amount: 5 },
    };
  });

  async function send(route: Route, token: string | undefined, input: Record<string, unknown> = {}) {
    const left = { ...input };
    const path = route.path.replace(/:(\w+)/g, (_all, name: string) => {
      const value = left[name];
      delete left[name];
      return encodeURIComponent(String(value ?? '00000000-0000-4000-8000-000000000000'));
    });
    const prefix = route.reply === 'stream' ? '' : '/api';
    const inQuery = ['GET', 'HEAD', 'DELETE'].includes(route.method);
    const query = inQuery ? `?${new URLSearchParams(left as Record<string, string>).toString()}` : '';
    const raw = route.body === 'bytes';
    const response = await fetch(`${suite.server.origin}${prefix}${path}${query}`, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(inQuery ? {} : { 'content-type': raw ? 'text/vtt' : 'application/json' }),
      },
      ...(inQuery ? {} : { body: raw ? 'WEBVTT\n\n00:01.000 --> 00:05.000\nHi\n' : JSON.stringify(left) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: json && text !== '' ? (JSON.parse(text) as unknown) : text };
  }

  const tokenOf = (role: Role): string | undefined =>
    ({
      nobody: undefined,
      'visitor of a portal': portal,
      member: other.session.token,
      'expired member': expired.session.token,
      admin: administrator,
    })[role];

  // Signing out ends the session the other calls need.
  const ordered = routes.toSorted((a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout')));

  /** Input with which another member names the owner's object or account; undefined where the call names none. */
  function foreignInput(route: Route): Record<string, unknown> | undefined {
    const own = special[nameOf(route)];
    if (own) return own;
    const ofMembers = ['member', 'active', 'session'].includes(route.access);
    if (!ofMembers || !fieldsOf(route).some((field) => names.test(field))) return undefined;
    const { params, query, body } = exampleInput(route, known);
    return Object.assign({}, params, query, body) as Record<string, unknown>;
  }

  it('knows an owner value for every field that names an object', () => {
    const missing = routes
      .filter((route) => fieldsOf(route).some((field) => names.test(field) && !(field in known)))
      .filter(({ access }) => access === 'member' || access === 'active' || access === 'session')
      .map(nameOf)
      .filter((name) => !(name in special));
    assert.deepEqual(missing, [], 'whose `id` is it? Give them one of the owner in `special`');
  });

  it('hides every object and account from other members', async () => {
    for (const route of routes) {
      const input = foreignInput(route);
      if (!input) continue;
      const { status, body } = await send(route, other.session.token, input);
      assert.deepEqual(
        [status, body],
        [404, { code: 'not_found', msg: 'This item does not exist, or it is not yours.' }],
        `${nameOf(route)} by another member`,
      );
    }
  });

  it('takes what is no id at all for something that does not exist', async () => {
    for (const route of routes) {
      const input = foreignInput(route);
      if (!input) continue;
      for (const strange of ['', 'x', '../../etc/passwd', '\u0000', '😀'.repeat(50)]) {
        const ids = Object.keys(input).filter((field) => names.test(field));
        const { status } = await send(route, owner.session.token, {
          ...input,
          ...Object.fromEntries(ids.map((field) => [field, strange])),
        });
        assert.ok(status >= 400 && status < 500, `${nameOf(route)} with ${JSON.stringify(strange)}: ${status}`);
      }
    }
  });

  it('refuses each role what is not for it, before it looks at anything else, and lets the others through', async () => {
    const pairs = ordered.flatMap((route) =>
      roles.map((role) => ({ route, role, refusal: refusalOf(route.access, role) })),
    );
    for (const { route, role, refusal } of pairs) {
      if (!refusal) continue;
      const { status, body } = await send(route, tokenOf(role));
      const what = `${nameOf(route)} (${route.access}) by ${role}`;
      if (route.method === 'HEAD') assert.equal(status, refusal[0], what);
      else assert.deepEqual([status, body], refusal, what);
    }
    for (const { route, role, refusal } of pairs) {
      if (refusal) continue;
      const { status, body } = await send(route, tokenOf(role));
      const what = `${nameOf(route)} (${route.access}) by ${role}: ${status}`;
      assert.ok(status < 500 || status === 503, what);
      // An address that holds its own key answers for itself.
      if (route.access !== 'capability') assert.ok(body !== 'Unauthorized' && body !== 'Forbidden', what);
    }
  });

  it('answers 401, when the token is invented, expired or malformed', async () => {
    const ended = owner.session.token;
    await owner.call(accountRoutes.logout, {});
    const check = routes.find(({ path }) => path === '/auth/check')!;
    for (const token of [ended, 'x', 'x'.repeat(5000), '%00', "' or 1=1 --"])
      assert.deepEqual(await send(check, token), { status: 401, body: 'Unauthorized' }, token.slice(0, 20));
  });
});
