import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { type Route, workspaceHeader } from '@lectern/contract/route';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { workspaceDomainRoutes } from '@lectern/contract/accounts/workspace-domains';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { webhookRoutes } from '@lectern/contract/operations/webhooks';
import { z } from 'zod';
import { features } from '../src/main/features.ts';
import type { Database } from '../src/platform/database/database.ts';
import { dumpTables } from '../src/platform/database/dump.ts';
import { asElsewhere, inputsOfApi, inputsOfWorkspaceApi } from './api-access.ts';
import { describeRecordings } from './describe-server.ts';
import type { TestMember } from './member.ts';
import { exampleInput } from './example-input.ts';
import { putUploadChunk } from './upload.ts';
import { signInAdministrator } from './world.ts';

const routes: readonly Route[] = features.flatMap(({ routes }) => Object.values(routes));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Fields by which a call names a user's object. */
const names = /^(id|passthrough|uploadId|userId|filename|recording_id)$/;

const fieldsOf = ({ params, query, body }: Route): string[] =>
  [params, query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));

const callers = [
  'nobody',
  'visitor',
  'viewer',
  'editor',
  'admin',
  'owner',
  'other',
  'removed',
  'expired_owner',
  'expired_editor',
  'administrator',
] as const;
type Caller = (typeof callers)[number];

/** Says that a role is too low, and who can. */
const tooLow = (caller: Caller, who: string): [status: number, body: unknown] => {
  const role = caller.replace('expired_', '');
  const msg = `Your role in Ada Lovelace’s workspace is ${role}. ${who} can do this.`;
  return [403, { code: 'role_too_low', msg }];
};

/** Each refusal of the table. Ben is the only admin, of the workspace that has not expired. */
const refusals = (caller: Caller): Readonly<Record<string, [status: number, body: unknown]>> => ({
  401: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  low: tooLow(caller, caller.startsWith('expired') ? 'Ada' : 'Ada and Ben'),
  low_to_pay: tooLow(caller, 'Ada'),
  low_to_own: tooLow(caller, 'Ada'),
  left: [403, { code: 'workspace_left', msg: 'This workspace is not open to you any more. Please reload the page.' }],
  402: [
    402,
    {
      code: 'membership_expired',
      msg:
        caller === 'expired_owner'
          ? 'Your membership has expired. Renew it or choose a plan on the Plan Selection page to continue.'
          : 'The membership of Ada Lovelace’s workspace has expired. Ada can renew it.',
    },
  ],
  404: [404, { code: 'not_found', msg: 'This item does not exist, or it is not yours.' }],
});

/** The outcome of each call by each caller, as it was written down by hand. */
function readTable(): { route: string; outcomes: Record<Caller, string> }[] {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, 'rights.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  assert.deepEqual(head!.split('\t'), ['route', ...callers]);
  return lines.map((line) => {
    const [route, ...cells] = line.split('\t');
    const outcomes = Object.fromEntries(callers.map((caller, n) => [caller, cells[n]!])) as Record<Caller, string>;
    return { route: route!, outcomes };
  });
}

/** Some routes say their failure a second time (specification sections 7 and 8). */
function withoutErrorField(body: unknown): unknown {
  if (typeof body !== 'object') return body;
  const { error: _, ...others } = body as { error?: unknown };
  return others;
}

/** Tables that a call may change which is refused: sessions that are used, and tries that are counted. */
const changing = /^(sessions|rate_limits|security_events)$/;

/** The rows of all other tables. */
async function readRows(database: Database): Promise<string[]> {
  const rows: string[] = [];
  let table = '';
  await database.snapshot(async (tx) => {
    for await (const line of dumpTables(tx)) {
      if (line.startsWith('[')) [table] = JSON.parse(line) as [string];
      // Each use of one of several workspaces is noted.
      else if (!changing.test(table)) rows.push(`${table} ${line.replace(/"last_used_at":(?:null|"[^"]*"),?/, '')}`);
    }
  });
  return rows;
}

/** Every route of the contract, by everybody: the table is the contract itself, so that none can be forgotten. */
describeRecordings('who may call what', ['short'], { databases: 'both' }, (suite) => {
  let owner: TestMember;
  let other: TestMember;
  /** The token of each caller, and the workspace that they name. */
  let tokens: Record<Caller, string | undefined>;
  let workspaces: Partial<Record<Caller, string>>;
  /** The owner's values for these fields. */
  let known: Record<string, unknown>;
  /** Calls of which that is not all: that name something by an id of its own, or whose body has rules of its own. */
  let special: Record<string, Record<string, unknown>>;

  before(async () => {
    const { short: video, db } = suite;
    ({ member: owner, stranger: other } = suite);
    const [viewer, editor, admin, removed, expired, clerk] = [
      await suite.signUp(),
      await suite.signUp(),
      await suite.signUp(),
      await suite.signUp(),
      await suite.signUp(),
      await suite.signUp(),
    ];
    const company = owner.session.id;
    const former = expired.session.id;
    await suite.changeUser(expired, { membership_end: new Date(Date.now() - 1000) });
    const joined = { viewer, editor, admin };
    await db
      .insertInto('workspace_members')
      .values([
        ...Object.entries(joined).map(([role, { session }]) => ({
          workspace_id: company,
          user_id: session.id,
          role: role as keyof typeof joined,
        })),
        { workspace_id: former, user_id: clerk.session.id, role: 'editor' },
      ])
      .execute();
    // Refusals say names: the first owner alone is Ada.
    for (const { session } of Object.values(joined))
      await db.updateTable('users').set({ firstname: 'Ben' }).where('id', '=', session.id).execute();
    workspaces = {
      viewer: company,
      editor: company,
      admin: company,
      owner: company,
      removed: company,
      expired_owner: former,
      expired_editor: former,
    };
    const { id } = video;
    const firstLine = webvttCues(video.vtt)[0]!;
    const upload = await owner.call(uploadRoutes.create, {});
    await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100');
    await db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', owner.session.id).execute();
    const portal = (await owner.call(portalOwnerRoutes.generate, {})).data.token;
    tokens = {
      nobody: undefined,
      visitor: portal,
      viewer: viewer.session.token,
      editor: editor.session.token,
      admin: admin.session.token,
      owner: owner.session.token,
      other: other.session.token,
      removed: removed.session.token,
      expired_owner: expired.session.token,
      expired_editor: clerk.session.token,
      administrator: (await signInAdministrator(suite.server)).token,
    };
    const userId = owner.session.id;
    const share = (await owner.call(shareOwnerRoutes.create, { passthrough: id })).data;
    const mark = { passthrough: id, first: 0, last: 0, start: firstLine.start, words: firstLine.text };
    const highlight = (await owner.call(highlightRoutes.highlight, mark)).data;
    const words = { term: 'Lectern', wrong: ['lecturn'] };
    const term = (await owner.call(glossaryRoutes.addTerm, words)).data;
    const rewrite = (await owner.call(rewriteRoutes.look, {})).data;
    const [session] = (await owner.call(ownAccountRoutes.account, undefined)).data.sessions;
    const invited = { email: 'invited@example.org', role: 'viewer' as const };
    const { id: invitation } = await owner.call(workspaceRoutes.invite, invited);
    const hook = { url: 'https://example.org/hook', kinds: ['clip.ready' as const] };
    const { id: webhook } = await owner.call(webhookRoutes.create, hook);
    const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['read' as const], days: null };
    const { id: key } = await owner.call(apiKeyRoutes.create, wanted);
    const domain = { domain: 'acme.example', role: 'viewer' as const };
    const { id: domainId } = await owner.call(workspaceDomainRoutes.addDomain, domain);
    const part = { passthrough: id, timeIn: '00:00:00', timeOut: '00:00:01' };
    const clip = /clip-([\da-f-]{36})/.exec((await owner.call(clipRoutes.cut, part)).data.data)![1]!;
    known = { userId, passthrough: id, uploadId: id, recording_id: id, filename: `${video.assetId}.mp4` };
    special = {
      'DELETE /account/sessions/:id': { id: session!.id },
      'POST /account/voices/forget': { name: 'Grace' },
      'POST /workspace/invitations/:id/send': { id: invitation },
      'DELETE /workspace/invitations/:id': { id: invitation },
      'DELETE /keys/:id': { id: key },
      ...inputsOfApi({ recording: id, highlight: highlight.id, upload: upload.id, clip, share: share.id }),
      ...inputsOfWorkspaceApi({ person: userId, term: term.id, invitation, webhook, key }),
      'PATCH /webhooks/:id': { id: webhook, kinds: hook.kinds },
      'DELETE /webhooks/:id': { id: webhook },
      'POST /webhooks/:id/secret': { id: webhook },
      'POST /webhooks/:id/test': { id: webhook },
      'GET /webhooks/:id/deliveries': { id: webhook },
      'POST /webhooks/:id/resend': { id: webhook, since: new Date(0).toISOString() },
      'POST /workspace/domains/:id/verify': { id: domainId },
      'PATCH /workspace/domains/:id': { id: domainId, role: 'editor' },
      'DELETE /workspace/domains/:id': { id: domainId },
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

  async function send(
    route: Route,
    token: string | undefined,
    input: Record<string, unknown> = {},
    workspace?: string,
  ) {
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
        ...(workspace ? { [workspaceHeader]: workspace } : {}),
        ...(inQuery ? {} : { 'content-type': raw ? 'text/vtt' : 'application/json' }),
      },
      ...(inQuery ? {} : { body: raw ? 'WEBVTT\n\n00:01.000 --> 00:05.000\nHi\n' : JSON.stringify(left) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') && text !== '' ? JSON.parse(text) : text;
    return { status: response.status, body: type.includes('problem') ? asElsewhere(body) : body };
  }

  /** Input with which another member names the owner's object or account; undefined where the call names none. */
  function foreignInput(route: Route): Record<string, unknown> | undefined {
    const own = special[nameOf(route)];
    if (own) return own;
    const ofMembers = ['person', 'member', 'active', 'session'].includes(route.access);
    if (!ofMembers || !fieldsOf(route).some((field) => names.test(field))) return undefined;
    const { params, query, body } = exampleInput(route, known);
    return Object.assign({}, params, query, body) as Record<string, unknown>;
  }

  it('knows an owner value for every field that names an object', () => {
    const missing = routes
      .filter((route) => fieldsOf(route).some((field) => names.test(field) && !(field in known)))
      .filter(({ access }) => ['person', 'member', 'active', 'session'].includes(access))
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

  it('writes down the outcome of every route for every caller', () => {
    assert.deepEqual(
      readTable()
        .map(({ route }) => route)
        .toSorted(),
      routes.map(nameOf).toSorted(),
    );
  });

  for (const caller of callers)
    it(`refuses what is not for this caller, changes nothing by that, and lets the rest through: ${caller}`, async () => {
      const byName = new Map(routes.map((route) => [nameOf(route), route]));
      // Signing out ends the session the other calls need, and leaving their workspace.
      const ends = ({ path }: Route): number => ['/workspace/leave', '/logout'].findIndex((end) => path.endsWith(end));
      const calls = readTable()
        .map(({ route, outcomes }) => ({ route: byName.get(route)!, outcome: outcomes[caller] }))
        .toSorted((a, b) => ends(a.route) - ends(b.route));
      const ask = (route: Route) =>
        send(route, tokens[caller], caller === 'other' ? foreignInput(route) : {}, workspaces[caller]);
      // Its workspace is noted as used, once a minute.
      await ask(byName.get('POST /auth/check')!);
      await suite.settle();
      const before = await readRows(suite.world.database);
      const expected = refusals(caller);
      const refused = calls.filter(({ outcome }) => outcome in expected);
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let next = refused.pop(); next; next = refused.pop()) {
            const { status, body } = await ask(next.route);
            const what = `${nameOf(next.route)} by ${caller}`;
            if (next.route.method === 'HEAD') assert.equal(status, expected[next.outcome]![0], what);
            else assert.deepEqual([status, withoutErrorField(body)], expected[next.outcome], what);
          }
        }),
      );
      assert.deepEqual(await readRows(suite.world.database), before);
      const refusing = new Set(['Unauthorized', 'Forbidden', 'role_too_low', 'workspace_left', 'membership_expired']);
      for (const { route, outcome } of calls) {
        if (outcome in expected) continue;
        const { status, body } = await ask(route);
        const what = `${nameOf(route)} by ${caller}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
        assert.ok(status < 500 || status === 503, what);
        if (outcome === 'open') continue;
        assert.equal(outcome, 'ok', what);
        const said = typeof body === 'string' ? body : (body as { code?: unknown } | null)?.code;
        assert.ok(!refusing.has(String(said)), what);
      }
    });

  it('answers 401, when the token is invented, expired or malformed', async () => {
    const leaving = await suite.signUp();
    const ended = leaving.session.token;
    await leaving.call(accountRoutes.logout, {});
    const check = routes.find(({ path }) => path === '/auth/check')!;
    for (const token of [ended, 'x', 'x'.repeat(5000), '%00', "' or 1=1 --"])
      assert.deepEqual(await send(check, token), { status: 401, body: 'Unauthorized' }, token.slice(0, 20));
  });
});
