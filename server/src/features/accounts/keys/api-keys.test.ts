import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes, keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { CallError } from '@lectern/contract/client';
import type { ProblemCode } from '@lectern/contract/problem';
import { workspaceHeader } from '@lectern/contract/route';
import { day, minute } from '@lectern/contract/rules/durations';
import type { Scope } from '@lectern/contract/rules/scopes';
import { newAddress } from '../../../../test/account-tools.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';

type Wanted = { kind?: 'person' | 'workspace'; scopes?: Scope[]; days?: 30 | 90 | 365 | null; name?: string };

describeServer('an API key', { databases: 'both' }, (suite) => {
  const { found, join, joinAs, letter } = workspaceTools(suite);
  let owner: Colleague;
  let editor: Colleague;
  let viewer: Colleague;
  before(async () => {
    owner = await found();
    editor = await join(owner, 'editor');
    viewer = await join(owner, 'viewer');
  });

  const create = (by: Colleague, { kind = 'person', scopes = ['read'], days = null, name = 'Nightly' }: Wanted = {}) =>
    by.call(apiKeyRoutes.create, { kind, scopes, days, name });
  const list = async (by: Colleague) => (await by.call(apiKeyRoutes.list, undefined)).data;
  const me = (key: string) => suite.server.as(key)(keyOwnerRoutes.me, undefined);
  const ends = (key: string) => refuses(me(key), 'unauthorized');

  it('tells whose it is, is shown once and kept as a hash, when it is made', async () => {
    const { id, key } = await create(editor, { scopes: ['write', 'read', 'read'], days: 30 });
    assert.match(key, /^lec_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$/);
    const { workspace, person, role, scopes, expires_at } = await me(key);
    assert.deepEqual([workspace.id, person.email, role, scopes], [owner.id, editor.email, 'editor', ['read', 'write']]);
    assert.ok(Math.abs(Date.parse(expires_at!) - suite.now().getTime() - 30 * day) < minute);
    const [shown] = await list(editor);
    assert.deepEqual([shown!.id, shown!.prefix, shown!.expires_at], [id, key.slice(0, 12), expires_at]);
    assert.ok(shown!.last_used_at, 'its use is noted');
    const rows = JSON.stringify(await suite.db.selectFrom('api_keys').selectAll().execute());
    assert.ok(!rows.includes(key.slice(13)));
  });

  it('tells its person by mail and on their account, and the log, when it is made or revoked', async () => {
    const { id, key } = await create(viewer, { name: 'Newsletter' });
    const { text } = await letter(viewer.email, /^A new API key opens your Lectern account$/);
    assert.ok(text.includes(key.slice(0, 12)) && !text.includes(key), text);
    const { msg } = await owner.call(apiKeyRoutes.revoke, { id });
    assert.equal(msg, 'The key “Newsletter” does not work any more.');
    await letter(viewer.email, /^An API key of yours on Lectern has been revoked$/);
    await ends(key);
    const { events } = (await viewer.call(ownAccountRoutes.account, undefined)).data;
    assert.deepEqual(
      events.slice(0, 2).map(({ kind, detail, device }) => [kind, detail, device === '']),
      [
        ['api_key_revoked', 'Newsletter', true],
        ['api_key_created', 'Newsletter', false],
      ],
    );
    const { data } = await owner.call(workspaceLogRoutes.log, {});
    const told = data.filter(({ object }) => object.id === id).map(({ action, person }) => [action, person]);
    assert.deepEqual(told, [
      ['key.revoked', owner.id],
      ['key.created', viewer.id],
    ]);
  });

  it('can do no more than its person, when it is wanted', async () => {
    const refusals: [Colleague, Wanted, ProblemCode][] = [
      [viewer, { scopes: ['read', 'write'] }, 'role_too_low'],
      [viewer, { scopes: ['delete'] }, 'role_too_low'],
      [viewer, { scopes: ['publish'] }, 'role_too_low'],
      [editor, { scopes: ['manage'] }, 'role_too_low'],
      [editor, { kind: 'workspace' }, 'role_too_low'],
      [owner, { scopes: ['manage'] }, 'bad_request'],
      [owner, { scopes: [] }, 'bad_request'],
      [owner, { name: ' ' }, 'bad_request'],
      [owner, { name: 'x'.repeat(101) }, 'bad_request'],
      [owner, { scopes: ['own' as Scope] }, 'bad_request'],
      [owner, { days: 31 as 30 }, 'bad_request'],
    ];
    for (const [by, wanted, code] of refusals)
      assert.equal((await expectRefusal(create(by, wanted))).code, code, JSON.stringify(wanted));
    assert.deepEqual((await me((await create(viewer, { scopes: ['ask', 'read'] })).key)).scopes, ['read', 'ask']);
  });

  it('stands in the lists of its person and of managers, who alone end it, when they look', async () => {
    const { id } = await create(viewer, { name: 'Of the viewer' });
    const shared = await create(owner, { kind: 'workspace', scopes: ['read', 'manage'], name: 'Of the workspace' });
    const names = async (by: Colleague) => (await list(by)).map(({ name }) => name);
    assert.deepEqual((await names(owner)).slice(0, 2), ['Of the workspace', 'Of the viewer']);
    for (const by of [editor, viewer]) assert.ok(!(await names(by)).includes('Of the workspace'));
    await refuses(editor.call(apiKeyRoutes.revoke, { id }), 'not_found');
    await refuses(viewer.call(apiKeyRoutes.revoke, { id: shared.id }), 'not_found');
    await viewer.call(apiKeyRoutes.revoke, { id });
    await refuses(viewer.call(apiKeyRoutes.revoke, { id }), 'not_found');
  });

  it('refuses another, when a person has fifty', async () => {
    const full = await join(owner, 'viewer');
    for (let n = 0; n < 50; n += 1) await create(full);
    await refuses(create(full), 'keys_too_many');
    await full.call(apiKeyRoutes.revoke, { id: (await list(full))[0]!.id });
    await create(full);
  });

  it('ends with its time, with its person and with their place in the workspace, and never comes back', async () => {
    const member = await suite.signUp({ email: newAddress() });
    const leaving = await joinAs(owner, member, 'editor');
    const there = await create(leaving);
    const { key: own } = await leaving.own(apiKeyRoutes.create, {
      name: 'Own',
      kind: 'person',
      scopes: ['read'],
      days: null,
    });
    const short = await create(leaving, { days: 30 });
    suite.clock.aheadMs += 31 * day;
    await ends(short.key);
    assert.equal((await me(there.key)).workspace.id, owner.id);
    suite.clock.aheadMs -= 31 * day;
    await suite.changeUser(leaving, { is_active: false });
    await ends(there.key);
    await suite.changeUser(leaving, { is_active: true });
    assert.equal((await me(there.key)).role, 'editor');
    await owner.call(workspaceRoutes.changeRole, { userId: leaving.id, role: 'viewer' });
    assert.equal((await me(there.key)).role, 'viewer');
    await suite.changeUser(owner, { is_active: false });
    await ends(there.key);
    await suite.changeUser(owner, { is_active: true });
    await owner.call(workspaceRoutes.remove, { userId: leaving.id });
    await ends(there.key);
    assert.equal((await me(own)).workspace.id, leaving.id);
    await joinAs(owner, member, 'editor');
    await ends(there.key);
    await suite.db.deleteFrom('users').where('id', '=', leaving.id).execute();
    await ends(own);
  });

  it('answers 401 and counts it, when a key is none', async () => {
    const { key } = await create(owner);
    const other = key.endsWith('0') ? '1' : '0';
    const wrong = [
      key.slice(0, -1) + other,
      key.slice(0, 12),
      `${key}0`,
      key.toUpperCase(),
      key.replaceAll('_', '-'),
      `lec_${'0'.repeat(8)}_${'0'.repeat(46)}`,
      `lec_${"' or 1=1 --".padEnd(8)}_${'0'.repeat(46)}`,
      `lec_${'%00'.repeat(2_000)}`,
    ];
    for (const each of wrong) {
      const headers = { authorization: `Bearer ${each}` };
      const { status } = await fetch(`${suite.server.origin}/api/v1/me`, { headers });
      assert.equal(status, 401, each.slice(0, 80));
    }
    for (let n = 0; n < 30; n += 1) await ends(wrong[0]!);
    const { detail } = await eventually(
      () =>
        suite.db.selectFrom('security_events').select('detail').where('kind', '=', 'keys_refused').executeTakeFirst(),
      'the entry of the wrong keys',
    );
    assert.match(detail, /the last GET \/v1\/me$/);
  });

  it('works in its own workspace alone, when a call names another', async () => {
    const { key } = await create(editor);
    const headers = { authorization: `Bearer ${key}`, [workspaceHeader]: editor.id };
    const answer = await fetch(`${suite.server.origin}/api/v1/me`, { headers });
    assert.deepEqual([answer.status, ((await answer.json()) as CallError).code], [403, 'workspace_left']);
  });
});
