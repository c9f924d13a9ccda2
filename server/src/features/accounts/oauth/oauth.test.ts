import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { apiKeyRoutes, keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { type AppRequest, oauthRoutes } from '@lectern/contract/accounts/oauth';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import type { Scope } from '@lectern/contract/rules/scopes';
import { describeServer } from '../../../../test/describe-server.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { allow, connectApp, newAppRequest, sendForm, startApp, type TestApp } from '../../../../test/test-app.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';
import { sweepAccounts } from '../sweep.ts';

const env = { OUTBOUND_ALLOW: '127.0.0.0/8' };

describeServer('an app that asks to be let in', { databases: 'both', env }, (suite) => {
  const { found, join, letter } = workspaceTools(suite);
  let app: TestApp;
  let other: TestApp;
  let owner: Colleague;
  let editor: Colleague;
  let viewer: Colleague;
  before(async () => {
    [app, other] = await Promise.all([startApp(), startApp({ name: 'Another' })]);
    owner = await found();
    editor = await join(owner, 'editor');
    viewer = await join(owner, 'viewer');
  });
  after(() => Promise.all([app.close(), other.close()]));
  beforeEach(() => {
    suite.clock.aheadMs = 0;
  });

  const origin = () => suite.server.origin;
  const ask = (more: Partial<AppRequest> = {}, by = editor) =>
    by.call(oauthRoutes.open, newAppRequest(app, origin(), more).request);
  const fetchTokens = (form: Record<string, string>) => sendForm(`${origin()}/oauth/token`, form);
  const renew = (refresh_token: string, more: Record<string, string> = {}) =>
    fetchTokens({ grant_type: 'refresh_token', client_id: app.id, refresh_token, ...more });
  const revoke = (token: string, client_id = app.id) => sendForm(`${origin()}/oauth/revoke`, { client_id, token });
  const connect = (by = editor, scopes?: Scope[]) => connectApp(by.call, origin(), app, scopes);
  const me = (token: string) => suite.server.as(token)(keyOwnerRoutes.me, undefined);
  const ends = (token: string) => refuses(me(token), 'unauthorized');
  const keysOf = async (by: Colleague) => (await by.call(apiKeyRoutes.list, undefined)).data;
  const isOver = async ({ status, error }: { status: number; error?: string }, why = 'invalid_grant') =>
    assert.deepEqual([status, error], [400, why]);

  it('finds who lets it in, from the refusal of the assistants’ server', async () => {
    const refused = await fetch(`${origin()}/mcp`, { method: 'POST' });
    const [, metadata] = /resource_metadata="([^"]+)", scope="read ask write publish"$/.exec(
      refused.headers.get('www-authenticate')!,
    )!;
    assert.equal(metadata, `${origin()}/.well-known/oauth-protected-resource/mcp`);
    for (const url of [metadata!, `${origin()}/.well-known/oauth-protected-resource`]) {
      const { resource, authorization_servers } = (await (await fetch(url)).json()) as Record<string, unknown>;
      assert.deepEqual([resource, authorization_servers], [`${origin()}/mcp`, [origin()]]);
    }
    const server = await (await fetch(`${origin()}/.well-known/oauth-authorization-server`)).json();
    const { issuer, code_challenge_methods_supported } = server as Record<string, unknown>;
    assert.deepEqual([issuer, code_challenge_methods_supported], [origin(), ['S256']]);
    const headers = { authorization: 'Bearer lec_none' };
    const wrong = await fetch(`${origin()}/mcp`, { method: 'POST', headers });
    assert.match(wrong.headers.get('www-authenticate')!, /^Bearer error="invalid_token", resource_metadata=/);
    const api = await fetch(`${origin()}/api/v1/me`);
    assert.equal(api.headers.get('www-authenticate'), 'Bearer');
  });

  it('shows its name, its host and what the person may give, before it is let in', async () => {
    const { data } = await ask({}, viewer);
    assert.deepEqual(data.client, { name: 'Test Assistant', host: new URL(app.id).host });
    assert.deepEqual(data.scopes, ['read', 'ask']);
    assert.deepEqual((await ask({ scope: 'publish delete manage read of-tomorrow' })).data.scopes, ['read', 'publish']);
    const denied = new URL(data.denied);
    assert.deepEqual(Object.fromEntries(denied.searchParams), {
      error: 'access_denied',
      state: 'of a test',
      iss: origin(),
    });
    const wrong: [Partial<AppRequest>, error: string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ resource: origin() }, 'invalid_target'],
      [{ scope: 'manage delete' }, 'invalid_scope'],
    ];
    for (const [more, error] of wrong) {
      const opened = (await ask(more)).data;
      assert.ok(opened.refusal, error);
      assert.equal(new URL(opened.denied).searchParams.get('error'), error);
      const { request } = newAppRequest(app, origin(), more);
      const refused = await expectRefusal(editor.call(oauthRoutes.allow, { ...request, scopes: ['read'] }));
      assert.deepEqual([refused.code, refused.msg], ['bad_request', opened.refusal]);
    }
  });

  it('gets no answer at all, when its address or itself is not known', async () => {
    const foreign = { redirect_uri: 'https://elsewhere.example/callback' };
    await refuses(ask(foreign), 'app_address_unknown');
    await refuses(ask({ client_id: 'https://10.0.0.1/app.json' }), 'app_unknown');
    await refuses(ask({ client_id: other.id.replace('app.json', 'none.json') }), 'app_unknown');
    const { request } = newAppRequest(app, origin(), foreign);
    await refuses(editor.call(oauthRoutes.allow, { ...request, scopes: ['read'] }), 'app_address_unknown');
  });

  it('stays outside, when a page of another site or a key allows it', async () => {
    const { request } = newAppRequest(app, origin());
    const send = (authorization: string, headers: Record<string, string>) =>
      fetch(`${origin()}/api/oauth/grants`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, ...headers },
        body: JSON.stringify({ ...request, scopes: ['read'] }),
      });
    const session = `Bearer ${editor.session.token}`;
    assert.equal((await send(session, { origin: 'https://elsewhere.example' })).status, 403);
    assert.equal((await send(session, { origin: 'null' })).status, 403);
    const key = await connect();
    assert.equal((await send(`Bearer ${key.access_token}`, {})).status, 403);
    assert.equal((await send(session, { origin: origin() })).status, 200);
  });

  it('gets a token that does what its person let it do, kept as hashes', async () => {
    const tokens = await connect(editor, ['read', 'write']);
    assert.equal(tokens.scope, 'read write');
    const { workspace, person, scopes } = await me(tokens.access_token);
    assert.deepEqual([workspace.id, person.email, scopes], [owner.id, editor.email, ['read', 'write']]);
    const [shown] = await keysOf(editor);
    assert.deepEqual(
      [shown!.kind, shown!.name, shown!.client_id, Date.parse(shown!.expires_at!) - Date.parse(shown!.created_at)],
      ['app', 'Test Assistant', app.id, 365 * day],
    );
    assert.ok((await keysOf(owner)).some(({ id }) => id === shown!.id));
    const rows = JSON.stringify([
      await suite.db.selectFrom('api_keys').selectAll().execute(),
      await suite.db.selectFrom('oauth_secrets').selectAll().execute(),
    ]);
    for (const secret of [tokens.access_token.slice(13), tokens.refresh_token]) assert.ok(!rows.includes(secret));
    suite.clock.aheadMs = hour;
    await ends(tokens.access_token);
  });

  it('can do no more than its person, whose role may change', async () => {
    const { request } = newAppRequest(app, origin());
    const wanted = { ...request, scopes: ['write', 'publish'] as Scope[] };
    assert.equal((await expectRefusal(viewer.call(oauthRoutes.allow, wanted))).code, 'role_too_low');
    const second = await join(owner, 'editor');
    const { access_token } = await connect(second, ['read', 'write']);
    await owner.call(workspaceRoutes.changeRole, { userId: second.id, role: 'viewer' });
    assert.equal((await me(access_token)).role, 'viewer');
    await suite.changeUser(second, { is_active: false });
    await ends(access_token);
  });

  it('gets no token, when the code is not its own, too old, or for another server', async () => {
    const form = await allow(editor.call, origin(), app);
    await isOver(await fetchTokens({ ...form, code_verifier: `${form['code_verifier']}x` }));
    await isOver(await fetchTokens({ ...form, client_id: other.id }));
    await isOver(await fetchTokens({ ...form, redirect_uri: 'http://127.0.0.1:1/callback' }));
    await isOver(await fetchTokens({ ...form, code: 'another' }));
    await isOver(await fetchTokens({ ...form, resource: 'https://elsewhere.example/mcp' }), 'invalid_target');
    await isOver(await fetchTokens({ ...form, grant_type: 'refresh_token', refresh_token: form['code']! }));
    await isOver(await fetchTokens({ ...form, grant_type: 'password' }), 'unsupported_grant_type');
    await isOver(await fetchTokens({}), 'invalid_request');
    await isOver(await fetchTokens({ ...form, state: 'x'.repeat(20_000) }), 'invalid_request');
    suite.clock.aheadMs = 2 * minute;
    await isOver(await fetchTokens(form));
  });

  it('loses its access, when a code comes twice', async () => {
    const form = await allow(editor.call, origin(), app);
    const { access_token, refresh_token } = await fetchTokens(form);
    await me(access_token);
    suite.clock.aheadMs = 2 * minute;
    await isOver(await fetchTokens(form));
    await ends(access_token);
    await isOver(await renew(refresh_token));
    const { text } = await letter(editor.email, /^An app has no access to your Lectern account any more$/);
    assert.match(text, /a code of the app came twice/);
  });

  it('gets the next tokens for a refresh token once, and loses its access when that comes again', async () => {
    const first = await connect();
    const second = await renew(first.refresh_token);
    assert.deepEqual([second.status, second.scope], [200, 'read']);
    await ends(first.access_token);
    suite.clock.aheadMs = 20 * day;
    const third = await renew(second.refresh_token, { resource: `${origin()}/mcp` });
    await me(third.access_token);
    await isOver(await renew(third.refresh_token, { client_id: other.id }));
    await isOver(await renew(second.refresh_token));
    await ends(third.access_token);
    await isOver(await renew(third.refresh_token));
  });

  it('loses its access, when two calls bring one refresh token at the same moment', async () => {
    const { refresh_token } = await connect();
    const answers = await Promise.all([1, 2].map(() => renew(refresh_token)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await ends(answers.find(({ status }) => status === 200)!.access_token);
  });

  it('loses its access, when it says so itself with any of its tokens', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const tokens = await connect();
      assert.equal((await revoke(tokens[kind], other.id)).status, 200);
      await me(tokens.access_token);
      for (const again of [false, true]) assert.equal((await revoke(tokens[kind])).status, 200, String(again));
      await ends(tokens.access_token);
      await isOver(await renew(tokens.refresh_token));
    }
    await isOver(await sendForm(`${origin()}/oauth/revoke`, { token: 'x' }), 'invalid_request');
  });

  it('tells its person by mail and on their account, and the log, when it comes and when an owner ends it', async () => {
    const third = await join(owner, 'viewer');
    const { access_token } = await connect(third);
    const { text } = await letter(third.email, /^An app has access to your Lectern account$/);
    assert.ok(text.includes(new URL(app.id).host) && !text.includes(access_token), text);
    const { id } = (await keysOf(third))[0]!;
    assert.equal((await owner.call(apiKeyRoutes.revoke, { id })).msg, '“Test Assistant” is disconnected.');
    await ends(access_token);
    await letter(third.email, /^An app has no access/);
    const { events } = (await third.call(ownAccountRoutes.account, undefined)).data;
    assert.deepEqual(
      events.slice(0, 2).map(({ kind }) => kind),
      ['app_disconnected', 'app_connected'],
    );
    const { data } = await owner.call(workspaceLogRoutes.log, {});
    assert.deepEqual(
      data.filter(({ object }) => object.id === id).map(({ action, person }) => [action, person]),
      [
        ['app.disconnected', owner.id],
        ['app.connected', third.id],
      ],
    );
  });

  it('goes with its person from the workspace', async () => {
    const leaving = await join(owner, 'editor');
    const { access_token, refresh_token } = await connect(leaving);
    await owner.call(workspaceRoutes.remove, { userId: leaving.id });
    await ends(access_token);
    await isOver(await renew(refresh_token));
  });

  it('asks again after a year, however much it is used', async () => {
    const fifth = await join(owner, 'viewer');
    let { refresh_token } = await connect(fifth);
    for (let days = 29; days < 365; days += 29) {
      suite.clock.aheadMs = days * day;
      ({ refresh_token } = await renew(refresh_token));
    }
    suite.clock.aheadMs = 365 * day;
    await isOver(await renew(refresh_token));
  });

  it('leaves the list, when nothing renews it any more', async () => {
    const fourth = await join(owner, 'viewer');
    const { refresh_token } = await connect(fourth);
    suite.clock.aheadMs = 29 * day;
    await sweepAccounts(suite.world);
    const { access_token } = await renew(refresh_token);
    suite.clock.aheadMs = 58 * day;
    await sweepAccounts(suite.world);
    await ends(access_token);
    assert.equal(
      (await suite.db.selectFrom('api_keys').where('user_id', '=', fourth.id).selectAll().execute()).length,
      1,
    );
    suite.clock.aheadMs = 60 * day;
    await sweepAccounts(suite.world);
    assert.equal(
      (await suite.db.selectFrom('api_keys').where('user_id', '=', fourth.id).selectAll().execute()).length,
      0,
    );
  });
});
