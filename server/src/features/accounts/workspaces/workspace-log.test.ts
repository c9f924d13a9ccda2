import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { day } from '@lectern/contract/rules/durations';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { refusesChanges } from '../../../../test/append-only.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { callerInLog, dropLogOf, forgetInLog, sweepWorkspaceLog, writeLog } from './workspace-log.ts';

describeRecordings('the log of a workspace', ['short'], { databases: 'both' }, (suite) => {
  const log = (filter: Parameters<typeof suite.member.call<typeof workspaceLogRoutes.log>>[1] = {}) =>
    suite.member.call(workspaceLogRoutes.log, filter);
  const actions = async (filter = {}) => (await log(filter)).data.map(({ action }) => action);
  const write = (workspaceId: string, detail = {}) =>
    suite.world.database.transaction((tx) =>
      writeLog(tx, {
        workspaceId,
        via: 'provider',
        now: suite.now(),
        action: 'member.invited',
        object: { kind: 'invitation', id: workspaceId },
        detail,
      }),
    );

  before(() => suite.changeUser(suite.member, { plan: 'professional' }));

  it('tells what was done by whom and from where, newest first, in the transaction of the act', async () => {
    const { call, session, email } = suite.member;
    const { id, title } = suite.short;
    const { data: link } = await call(shareOwnerRoutes.create, { passthrough: id });
    await call(shareOwnerRoutes.revoke, { id: link.id, revoked: true });
    await call(portalOwnerRoutes.generate, {});
    await call(portalOwnerRoutes.change, { videos: [] });
    await call(exportRoutes.exportLink, { recordings: 'without' });
    const admin = await suite.signInAdministrator();
    const form = { firstname: 'Ada', lastname: 'Lovelace', is_active: true };
    await admin(adminRoutes.saveUser, { id: session.id, ...form, plan: 'executive', add_token: 7 });
    await call(videoRoutes.delete, { id });
    const { data, next, people } = await log();
    assert.deepEqual(
      data.map(({ action, detail, via }) => [action, detail, via]),
      [
        ['recording.deleted', { title }, 'session'],
        ['tokens.added', { tokens: 7 }, 'administrator'],
        ['plan.changed', { from: 'professional', to: 'executive' }, 'administrator'],
        ['export.started', { recordings: 'without' }, 'session'],
        ['recording.withdrawn', { title }, 'session'],
        ['recording.published', { title }, 'session'],
        ['portal.created', {}, 'session'],
        ['link.revoked', { recording: title }, 'session'],
        ['link.created', { recording: title }, 'session'],
      ],
    );
    assert.deepEqual([next, people], [null, [{ id: session.id, name: `Ada Lovelace (${email})` }]]);
    const [{ person, actor, object, network } = data[0]!] = data;
    assert.deepEqual([person, actor, object], [session.id, people[0]!.name, { kind: 'recording', id }]);
    assert.match(network!, /^(?:127\.0\.0\.1|::1|0:0:0:0)/);
    assert.deepEqual([data[1]!.person, data[1]!.actor, data[1]!.network], [null, '', null]);
    assert.deepEqual((await suite.stranger.call(workspaceLogRoutes.log, {})).data, []);
    // An act that fails is not told.
    await assert.rejects(
      suite.world.database.transaction(async (tx) => {
        const ctx = {
          principal: { credential: { kind: 'session' } },
          member: { ...session, id: session.id },
          workspace: { id: session.id },
          ip: '::1',
          now: suite.now,
        };
        await writeLog(tx, {
          ...callerInLog(ctx as unknown as Parameters<typeof callerInLog>[0]),
          action: 'link.created',
          object: { kind: 'link', id },
        });
        throw new Error('not done');
      }),
      /not done/,
    );
    assert.equal((await log()).data.length, data.length);
  });

  it('filters by person, action and time, pages on, and gives the same as a file', async () => {
    const { session } = suite.member;
    assert.deepEqual(await actions({ action: 'plan.changed' }), ['plan.changed']);
    assert.equal((await actions({ person: session.id })).length, 7);
    const until = new Date(suite.now().getTime() + 1_000).toISOString();
    assert.equal((await actions({ to: until })).length, 9);
    assert.deepEqual(await actions({ from: until }), []);
    for (let n = 0; n < 100; n += 1) await write(session.id, { email: `invited-${n}@example.org`, cell: '=1+1' });
    const first = await log();
    assert.deepEqual([first.data.length, first.data[0]!.detail.email], [100, 'invited-99@example.org']);
    const second = await log({ before: first.next! });
    assert.deepEqual([second.data.length, second.next], [9, null]);
    const { csv, complete } = await suite.member.call(workspaceLogRoutes.file, {});
    const lines = csv.trimEnd().split('\r\n');
    assert.deepEqual([lines.length, complete], [110, true]);
    assert.match(lines.at(-1)!, /"Ada Lovelace \([^)]*\)","session","Created a share link","link"/);
    assert.ok(lines.some((line) => line.includes('"email: invited-99@example.org; cell: =1+1"')));
    const { csv: few } = await suite.member.call(workspaceLogRoutes.file, { action: 'recording.deleted' });
    assert.equal(few.trimEnd().split('\r\n').length, 2);
  });

  it('tells details in words, when settings have changed and a key was made', async () => {
    const { call } = suite.member;
    await suite.changeUser(suite.member, { plan: 'professional' });
    await call(portalOwnerRoutes.change, { answers_questions: true, title: 'Talks' });
    await call(apiKeyRoutes.create, { name: 'CRM', kind: 'person', scopes: ['read', 'ask'], days: 30 });
    const { csv } = await call(workspaceLogRoutes.file, {});
    const lines = csv.split('\r\n');
    assert.match(lines[2]!, /"Changed the portal",.*"changed: (?:Title, Questions|Questions, Title)"/);
    assert.match(
      lines[1]!,
      /"name: CRM; begins with: [^;]+; belongs to: a person; allowed: read, ask; ends: \d{4}-\d\d-\d\d"/,
    );
  });

  it('refuses every change, but for the forgetting of a person and the end of its time', async () => {
    const { database } = suite.world;
    const { session, email } = suite.member;
    const before = await log();
    const [forgetting, expiring] = [`set local lectern.forgetting = 'on'`, `set local lectern.expiring = 'on'`];
    await refusesChanges(database, [
      [`update workspace_log set actor = ''`],
      ['delete from workspace_log'],
      ['truncate workspace_log'],
      [forgetting, 'delete from workspace_log'],
      [forgetting, `update workspace_log set actor = 'somebody'`],
      [forgetting, `update workspace_log set action = 'member.left', actor = ''`],
      [expiring, `update workspace_log set actor = ''`],
    ]);
    assert.deepEqual(await log(), before);
    const asked = { userId: suite.stranger.session.id, email: 'Invited-3@example.org' };
    await database.transaction((tx) => forgetInLog(tx, asked));
    const entries = (await log()).data;
    assert.equal(entries.filter(({ action, detail }) => action === 'member.invited' && !('email' in detail)).length, 1);
    await database.transaction((tx) => forgetInLog(tx, { userId: session.id, email }));
    const own = (await log({ person: session.id })).data;
    assert.deepEqual(
      [own.length, new Set(own.map(({ actor, network }) => `${actor}${network}`))],
      [9, new Set(['null'])],
    );
    await write(suite.stranger.session.id);
    await database.transaction((tx) => dropLogOf(tx, suite.stranger.session.id));
    assert.deepEqual((await suite.stranger.call(workspaceLogRoutes.log, {})).data, []);
    suite.clock.aheadMs += 366 * day;
    await write(session.id);
    await sweepWorkspaceLog(suite.world);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from workspace_log`.execute(suite.db);
    assert.equal(rows[0]!.n, 1);
  });
});
