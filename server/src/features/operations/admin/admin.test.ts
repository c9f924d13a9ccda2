import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import { billingRoutes } from '@lectern/contract/billing/billing';
import type { Call } from '@lectern/contract/client';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { problems } from '@lectern/contract/problem';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import { storageKeys } from '../../storage/keys.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { changeJobs, readJobs } from '../../../../test/stored-jobs.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';
import { erasePersonFromAudit } from './audit.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { reserveTokens, settleTokens } from '../../billing/tokens/operations.ts';

const credentials = { email: 'root@example.org', password: 'administrator' };

describeServer('the back office', {}, (suite) => {
  let admin: Call;
  let member: TestMember;
  before(async () => {
    await ensureAdministrator(suite.world, credentials);
    const { token, email } = await suite.server.call(adminRoutes.login, { ...credentials, email: 'Root@Example.org ' });
    assert.equal(email, 'root@example.org');
    admin = suite.server.as(token);
    member = await suite.signUp();
  });

  const users = async (query: object = {}) => admin(adminRoutes.users, query);
  const row = async (id: string): Promise<AdminUser> => (await admin(adminRoutes.user, { id })).data;
  const save = async (id: string, changes: object = {}) => {
    const { firstname, lastname, plan, is_active } = await row(id);
    return admin(adminRoutes.saveUser, { id, firstname, lastname, plan, is_active, ...changes });
  };
  const actions = async () => (await admin(adminRoutes.audit, {})).data.map(({ action }) => action);

  it('opens to administrators only, and not to guessing', async () => {
    await refuses(suite.server.call(adminRoutes.login, { ...credentials, password: 'wrong' }), 'bad_credentials');
    await refuses(
      suite.server.call(adminRoutes.login, { email: member.email, password: member.password }),
      'bad_credentials',
    );
    await refuses(suite.server.call(adminRoutes.login, { email: '', password: '' }), 'missing_fields');
    for (let n = 0; n < 20; n += 1)
      await suite.server.call(adminRoutes.login, { email: 'none@example.org', password: 'x' }).catch(() => undefined);
    await refuses(suite.server.call(adminRoutes.login, { email: 'none@example.org', password: 'x' }), 'too_many_tries');
    const { token } = await suite.server.call(adminRoutes.login, credentials);
    await suite.server.as(token)(adminRoutes.check, {});
    await suite.server.as(token)(adminRoutes.logout, {});
    await refuses(suite.server.as(token)(adminRoutes.check, {}), 'unauthorized');
  });

  it('lists users by page, order and a part of their name', async () => {
    for (const first of ['Zoë', 'Adam', 'Mara']) {
      const { session } = await suite.signUp();
      await save(session.id, { firstname: first, lastname: '100%_sure' });
    }
    const names = async (query: object) => (await users(query)).data.map(({ firstname }) => firstname);
    assert.deepEqual(await names({ q: '100%_S', sort: 'username', order: 'asc' }), ['Adam', 'Mara', 'Zoë']);
    assert.deepEqual(await names({ q: '100%_s', sort: 'username', order: 'desc', limit: 2 }), ['Zoë', 'Mara']);
    assert.deepEqual(await names({ q: '100%_s', sort: 'username', order: 'desc', limit: 2, page: 2 }), ['Adam']);
    assert.equal((await users({ q: '100%_s', limit: 1 })).total, 3);
    assert.deepEqual(await names({ q: 'nobody at all' }), []);
    await assert.rejects(users({ sort: 'password_hash' }), { status: 400 });
    for (const sort of ['email; drop table users', 'constructor', 'toString', '__proto__'])
      await assert.rejects(users({ sort }), { status: 400 }, sort);
    for (const route of ['videos', 'allTokens', 'allPayments', 'reports', 'audit', 'jobs'] as const)
      await assert.rejects(admin(adminRoutes[route], { sort: 'constructor' }), { status: 400 }, route);
  });

  it('changes an account, adds tokens once, and keeps who did what', async () => {
    const { id } = member.session;
    const before = (await row(id)).token_balance;
    await save(id, {
      firstname: ' Grace ',
      lastname: 'Hopper',
      plan: 'professional',
      membership_end: '2030-02-28',
      add_token: 1234,
      openai_prompt: 'Be brief.',
    });
    const after = await row(id);
    assert.deepEqual(
      [after.firstname, after.plan, after.membership_end, after.openai_prompt],
      ['Grace', 'professional', '2030-02-28T23:59:59.999Z', 'Be brief.'],
    );
    assert.equal(after.token_balance - before, 1234 + 950_000, 'the added ones, and those of the greater plan');
    assert.equal((await member.call(accountRoutes.check, {})).plan, 'professional');
    await save(id);
    assert.equal((await row(id)).token_balance, after.token_balance, 'saved as it is changes nothing');
    await refuses(save(id, { firstname: ' ' }), 'missing_fields');
    await refuses(admin(adminRoutes.user, { id: crypto.randomUUID() }), 'not_found');
    const { data } = await admin(adminRoutes.audit, { q: id });
    assert.equal(data[0]!.administrator, 'root@example.org');
    assert.deepEqual((JSON.parse(data[0]!.detail) as { plan: unknown }).plan, { from: 'free', to: 'professional' });
    assert.equal(data.length, 1);
  });

  it('adds tokens once however often they are sent with one key', async () => {
    const { id } = member.session;
    const before = (await row(id)).token_balance;
    for (const key of ['an addition of today', 'an addition of today', 'another one of today'])
      await save(id, { add_token: 100, add_token_key: key });
    assert.equal((await row(id)).token_balance, before + 200);
  });

  it('ends the sessions of an account at once when it is deactivated', async () => {
    const other = await suite.signUp();
    await save(other.session.id, { is_active: false });
    await refuses(other.call(accountRoutes.check, {}), 'unauthorized');
    await refuses(suite.server.call(accountRoutes.login, other), 'deactivated');
    await save(other.session.id, { is_active: true });
    await suite.server.call(accountRoutes.login, other);
  });

  it('shows what was asked of the engines, and every payment', async () => {
    const { id } = member.session;
    const operation = await reserveTokens(suite.world, {
      memberId: id,
      videoId: null,
      operation: 'search',
      estimate: 50,
    });
    const texts = { systemPrompt: 'x'.repeat(10), customPrompt: 'y'.repeat(10), result: 'z'.repeat(41) };
    await suite.world.database.transaction((tx) => settleTokens(tx, operation, { used: 30, ...texts }, new Date()));
    const [record] = (await admin(adminRoutes.tokens, { employee_id: id })).data;
    assert.deepEqual(
      [record!.operationType, record!.tokens_sent, record!.tokens_received, record!.used, record!.systemPrompt],
      ['search', 5, 10, 30, 'xxxxxxxxxx'],
    );
    assert.equal((await admin(adminRoutes.allTokens, { q: 'search' })).total, 1);
    for (const route of [adminRoutes.tokens, adminRoutes.payments])
      await refuses(
        admin(route, { employee_id: crypto.randomUUID() }),
        'not_found',
        'There is no user with this id. The account may have been deleted.',
      );
    const intent = { amount: 500, currency: 'usd' as const, userId: id };
    const { clientSecret } = await member.call(billingRoutes.intent, intent);
    await member.call(billingRoutes.sandboxConfirm, {
      clientSecret,
      number: '4242424242424242',
      expiry: '12/99',
      cvc: '123',
    });
    await suite.settle();
    const { data } = await admin(adminRoutes.payments, { employee_id: id });
    assert.deepEqual(
      data.map(({ price, paymentType, paymentStatus, user }) => [price, paymentType, paymentStatus, user?.email]),
      [[500, 'tokens', 'succeeded', member.email]],
    );
    assert.equal((await admin(adminRoutes.allPayments, { q: member.email.toUpperCase() })).total, 1);
    assert.equal((await admin(adminRoutes.allPayments, { q: 'nobody@example.org' })).total, 0);
  });

  it('keeps a default prompt for everybody', async () => {
    assert.match((await users()).openai_prompt, /executives/);
    await admin(adminRoutes.savePrompt, { openai_prompt: 'Write like a poet.' });
    assert.equal((await users()).openai_prompt, 'Write like a poet.');
  });

  it('finds people and videos by a part of their name', async () => {
    const { data } = await admin(adminRoutes.find, { q: 'hopper' });
    assert.deepEqual(
      data.map(({ kind, label }) => [kind, label]),
      [['user', 'Grace Hopper']],
    );
    assert.deepEqual((await admin(adminRoutes.find, { q: ' ' })).data, []);
    const { kysely: db } = suite.world.database;
    const video = { id: crypto.randomUUID(), user_id: member.session.id, title: '', playback_id: 'untitled' };
    await db
      .insertInto('videos')
      .values({ ...video, asset_id: 'asset-without-a-title' })
      .execute();
    const [found] = (await admin(adminRoutes.find, { q: 'asset-without-a-title' })).data;
    assert.deepEqual([found?.label, found?.filter], ['Untitled', 'asset-without-a-title']);
    const { data: rows } = await admin(adminRoutes.videos, { q: found!.filter });
    assert.deepEqual(
      rows.map(({ _id }) => _id),
      [video.id],
    );
    await db.deleteFrom('videos').where('id', '=', video.id).execute();
  });

  it('deletes an account with everything of it but its payments', async () => {
    const gone = await suite.signUp();
    const { id } = gone.session;
    const video = await uploadFile(gone, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(gone, video);
    const intent = { amount: 500, currency: 'usd' as const, userId: id };
    const { clientSecret } = await gone.call(billingRoutes.intent, intent);
    await gone.call(billingRoutes.sandboxConfirm, {
      clientSecret,
      number: '4242424242424242',
      expiry: '12/99',
      cvc: '123',
    });
    await gone.call(feedbackRoutes.contact, {
      type: 'Feature Request',
      subject: 'Mine',
      message: 'secret',
      email: '',
    });
    const begun = (await gone.call(uploadRoutes.create, {})).id;
    const captions = { passthrough: begun, name: 'captions.vtt' };
    await gone.call(uploadRoutes.captions, captions, { body: await readFile(getSamplePath('short.vtt')) });
    // Also written without a session, and answered.
    await suite.server.call(feedbackRoutes.contact, {
      type: 'Bug Report',
      subject: 'Also mine',
      message: 'secret too',
      email: gone.email,
    });
    const written = (await admin(adminRoutes.reports, { q: 'also mine' })).data[0]!;
    await admin(adminRoutes.answerReport, { id: written._id, response: 'Dear Personal' });
    await suite.settle();
    assert.equal((await admin(adminRoutes.videos, { q: gone.email })).total, 1);
    await save(id, { firstname: 'Personal' });

    await admin(adminRoutes.deleteUser, { id });
    await suite.settle();
    await refuses(gone.call(dashboardRoutes.dashboard, {}), 'unauthorized');
    await refuses(suite.server.call(accountRoutes.login, gone), 'bad_credentials');
    assert.equal(await suite.world.storage.find(storageKeys.original(video)), undefined);
    assert.deepEqual(
      (await suite.server.letters()).filter(({ to }) => to === gone.email),
      [],
      'the outbox',
    );
    const jobs = await readJobs(suite.db);
    for (const each of [id, video, begun])
      assert.deepEqual(
        jobs.filter((job) => JSON.stringify(job).includes(each)),
        [],
        'the jobs',
      );
    const left = async (table: string) => {
      const { rows } = await sql<{
        text: string;
      }>`select ${sql.table(table)}::text as text from ${sql.table(table)}`.execute(suite.db);
      return rows.filter(
        ({ text }) => text.includes(gone.email) || text.includes('Personal') || text.includes('secret'),
      );
    };
    for (const id of [video, begun]) {
      const kept = suite.db.selectFrom('caption_files').select('id').where('id', '=', id);
      assert.deepEqual(await kept.execute(), []);
    }
    for (const table of ['users', 'emails', 'reports', 'audit_log', 'sessions', 'sandbox_customers', 'payments'])
      assert.deepEqual(await left(table), [], table);
    const payments = (await admin(adminRoutes.allPayments, {})).data.filter(({ user }) => user === null);
    assert.deepEqual(
      payments.map(({ price, paymentStatus }) => [price, paymentStatus]),
      [[500, 'succeeded']],
    );
    await refuses(admin(adminRoutes.deleteUser, { id }), 'not_found');
    assert.ok((await actions()).includes('deleted a user'));
  });

  it('keeps its audit log from every change but the forgetting of a person', async () => {
    const { database } = suite.world;
    const log = async () => (await admin(adminRoutes.audit, { limit: 100 })).data;
    const before = await log();
    assert.ok(before.length > 2 && before.some(({ detail }) => detail !== ''));
    const change = (statement: string, ...first: string[]) =>
      database.transaction(async (tx) => {
        for (const each of [...first, statement]) await sql.raw(each).execute(tx);
      });
    const forgetting = `set local lectern.forgetting = 'on'`;
    for (const statements of [
      [`update audit_log set action = 'nothing'`],
      [`update audit_log set detail = '{}'`],
      ['delete from audit_log'],
      ['truncate audit_log'],
      ['delete from audit_log', forgetting],
      [`update audit_log set administrator = 'somebody', detail = '{}'`, forgetting],
      [`update audit_log set detail = '{"plan": "another"}'`, forgetting],
    ] as const)
      await assert.rejects(change(...(statements as [string])), /are never changed/, statements.join('; '));
    assert.deepEqual(await log(), before);
    // The permission ends with the forgetting, not with the transaction.
    const { object_id } = before.find(({ detail, object_kind }) => detail !== '' && object_kind === 'user')!;
    await assert.rejects(
      database.transaction(async (tx) => {
        await erasePersonFromAudit(tx, [object_id]);
        await sql`update audit_log set detail = '{}'`.execute(tx);
      }),
      /are never changed/,
    );
    await database.transaction((tx) => erasePersonFromAudit(tx, [object_id]));
    assert.equal((await log()).find((entry) => entry.object_id === object_id)?.detail, '');
  });

  it('shows failed jobs with their cause, and runs one again', async () => {
    const { id } = member.session;
    await suite.db.updateTable('users').set({ plan: 'professional' }).where('id', '=', id).execute();
    await suite.world.jobs.enqueue('clip', { clipId: 'no id' }, { key: 'clip/no id' });
    const failed = await eventually(async () => {
      const { data } = await admin(adminRoutes.jobs, { q: 'no id' });
      return data.find(({ name: job, problem }) => job === 'clip' && problem !== null);
    }, 'the failed attempt');
    assert.match(failed.problem!, /uuid/);
    // It will be tried again by itself; an operator can only help one that is given up.
    await refuses(
      admin(adminRoutes.retryJob, { id: failed.id }),
      'not_found',
      'This job has not failed, or it is already running again.',
    );
    await changeJobs(suite.db, { id: failed.id }, { state: 'failed', ended_at: new Date() });
    assert.equal((await admin(adminRoutes.jobs, {})).data[0]!.state, 'failed');
    await admin(adminRoutes.retryJob, { id: failed.id });
    assert.notEqual((await admin(adminRoutes.jobs, { q: 'no id' })).data[0]!.state, 'completed');
    await suite.world.jobs.cancel(['clip/no id']);
  });

  it('cancels a job that waits or runs, which leaves its step to be run again, and the hourly one never', async () => {
    const stopped = await suite.signUp();
    const { media, jobs, database } = suite.world;
    const { inspect } = media;
    const inspecting = Promise.withResolvers<AbortSignal>();
    // Held until it is told to stop.
    media.inspect = (_file, signal) => {
      inspecting.resolve(signal!);
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true }),
      );
    };
    const passthrough = await uploadFile(stopped, getSamplePath('short.mp4'));
    const signal = await inspecting.promise;
    const [running] = (await admin(adminRoutes.jobs, { q: passthrough })).data;
    assert.deepEqual([running!.name, running!.state], ['step-inspect', 'active']);
    await admin(adminRoutes.cancelJob, { id: running!.id });
    assert.ok(signal.aborted);
    await refuses(admin(adminRoutes.cancelJob, { id: running!.id }), 'not_found', 'This job has already ended.');
    assert.equal((await admin(adminRoutes.jobs, { q: passthrough })).data[0]!.state, 'cancelled');
    const step = (await fetchAsset(stopped, passthrough)).steps.find((each) => each.step === 'inspect')!;
    assert.deepEqual([step.state, step.problem], ['failed', problems.stopped.text]);
    assert.equal((await actions())[0], 'cancelled a job');
    media.inspect = inspect;
    await stopped.call(videoRoutes.retry, { passthrough });
    const again = await waitUntilProcessed(stopped, passthrough);
    assert.equal(again.steps.find((each) => each.step === 'inspect')!.state, 'done');

    await jobs.enqueue('sweep', {}, { key: 'sweep/later', after: new Date(Date.now() + hour) });
    const sweep = (await admin(adminRoutes.jobs, { q: 'sweep' })).data.find(({ state }) => state === 'created')!;
    await assert.rejects(admin(adminRoutes.cancelJob, { id: sweep.id }), { status: 400 });
    assert.ok(
      (await admin(adminRoutes.jobs, { q: 'sweep' })).data.some(
        ({ id, state }) => id === sweep.id && state === 'created',
      ),
    );
    await jobs.cancel(['sweep/later']);
    await database.kysely.deleteFrom('users').where('id', '=', stopped.session.id).execute();
  });

  it('tells how the system is, without a secret', async () => {
    const { data } = await admin(adminRoutes.health, {});
    const facts = new Map(data.flatMap((part) => part.facts.map((fact) => [fact.name, fact.value])));
    assert.match(facts.get('Disk')!, /GB of .* free/);
    assert.equal(facts.get('Folder'), suite.world.dataDir);
    assert.match(facts.get('Media')!, /^ffmpeg \S*\d/);
    assert.deepEqual([facts.get('Speech'), facts.get('Language')], ['captions only', 'built-in engine']);
    assert.match(facts.get('Database')!, suite.place.databaseUrl ? /^postgresql, PostgreSQL/ : /^embedded, PostgreSQL/);
    assert.equal(facts.get('Payments'), 'sandbox');
    assert.doesNotMatch(JSON.stringify(data), /postgres:\/\/|sk_|whsec/);
    const count = (await admin(adminRoutes.dashboard, {})).data;
    assert.ok(count.users >= 4);
    await member.call(videoRoutes.list, { userId: member.session.id });
  });
});
