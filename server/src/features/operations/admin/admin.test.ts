import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import type { Call } from '@lectern/contract/client';
import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import { problems } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { refusesChanges } from '../../../../test/append-only.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { administrator } from '../../../../test/world.ts';
import { type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { storeTexts } from '../../../../test/stored-texts.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { changeWorkspace } from '../../accounts/workspaces/workspace.ts';
import { storageKeys } from '../../storage/keys.ts';
import { quarantine } from '../../storage/quarantine.ts';
import { erasePersonFromAudit } from './audit.ts';

/** Returns the account form's request: all fields, plus the values shown when it was opened. */
const form = (user: AdminUser) => {
  const { _id: id, firstname, lastname, plan, subscription_status, is_active, openai_prompt } = user;
  const fields = { firstname, lastname, plan, subscription_status, is_active, openai_prompt };
  const end = user.membership_end?.slice(0, 10);
  const before = { ...fields, membership_end: end ?? null };
  return { id, ...fields, ...(end === undefined ? {} : { membership_end: end }), before };
};

describeServer('the back office', {}, (suite) => {
  let admin: Call;
  let member: TestMember;
  before(async () => {
    admin = await suite.signInAdministrator();
    member = await suite.signUp();
  });

  const users = async (query: object = {}) => admin(adminRoutes.users, query);
  const read = async ({ session }: TestMember): Promise<AdminUser> =>
    (await admin(adminRoutes.user, { id: session.id })).data;
  const save = async (of: TestMember, changes: object = {}) => {
    const { _id: id, firstname, lastname, plan, is_active } = await read(of);
    return admin(adminRoutes.saveUser, { id, firstname, lastname, plan, is_active, ...changes });
  };
  const actions = async () => (await admin(adminRoutes.audit, {})).data.map(({ action }) => action);
  const health = async () => {
    const { data } = await admin(adminRoutes.health, {});
    return new Map(data.flatMap(({ facts }) => facts.map((fact) => [fact.name, fact])));
  };

  it('opens to administrators only, and not to guessing', async () => {
    const login = (given: object) => suite.server.call(adminRoutes.login, { ...administrator, ...given });
    assert.equal((await login({ email: 'Root@Example.org ' })).email, administrator.email);
    await refuses(login({ password: 'wrong' }), 'bad_credentials');
    await refuses(login({ email: member.email, password: member.password }), 'bad_credentials');
    await refuses(login({ email: '', password: '' }), 'missing_fields');
    const guess = () => login({ email: 'none@example.org', password: 'x' });
    for (let n = 0; n < 20; n += 1) await guess().catch(() => undefined);
    await refuses(guess(), 'too_many_tries');
    const call = suite.server.as((await login({})).token);
    await call(adminRoutes.check, {});
    await call(adminRoutes.logout, {});
    await refuses(call(adminRoutes.check, {}), 'unauthorized');
  });

  it('lists users by page, order and a part of their name', async () => {
    for (const firstname of ['Zoë', 'Adam', 'Mara'])
      await save(await suite.signUp(), { firstname, lastname: '100%_sure' });
    for (const [query, names] of [
      [{ q: '100%_S', order: 'asc' }, ['Adam', 'Mara', 'Zoë']],
      [{ limit: 2 }, ['Zoë', 'Mara']],
      [{ limit: 2, page: 2 }, ['Adam']],
      [{ q: 'nobody at all' }, []],
    ] as const) {
      const { data } = await users({ q: '100%_s', sort: 'username', order: 'desc', ...query });
      const firstnames = data.map(({ firstname }) => firstname);
      assert.deepEqual(firstnames, names);
    }
    assert.equal((await users({ q: '100%_s', limit: 1 })).total, 3);
    for (const sort of ['password_hash', 'email; drop table users', 'constructor', 'toString', '__proto__'])
      await assert.rejects(users({ sort }), { status: 400 }, sort);
    for (const route of ['videos', 'allTokens', 'allPayments', 'reports', 'audit', 'jobs'] as const)
      await assert.rejects(admin(adminRoutes[route], { sort: 'constructor' }), { status: 400 }, route);
  });

  it('changes an account, adds tokens once, and keeps who did what', async () => {
    const { id } = member.session;
    const before = (await read(member)).token_balance;
    const names = { firstname: ' Grace ', lastname: 'Hopper' };
    const plan = { plan: 'professional', membership_end: '2030-02-28' };
    await save(member, { ...names, ...plan, add_token: 1234, openai_prompt: 'Be brief.' });
    const after = await read(member);
    assert.deepEqual(
      [after.firstname, after.plan, after.membership_end, after.openai_prompt],
      ['Grace', 'professional', '2030-02-28T23:59:59.999Z', 'Be brief.'],
    );
    assert.equal(after.token_balance - before, 1234 + 950_000, 'the added ones, and those of the greater plan');
    assert.equal((await member.call(accountRoutes.check, {})).plan, 'professional');
    await save(member);
    assert.equal((await read(member)).token_balance, after.token_balance, 'saved as it is changes nothing');
    await refuses(save(member, { firstname: ' ' }), 'missing_fields');
    await refuses(admin(adminRoutes.user, { id: crypto.randomUUID() }), 'not_found');
    const [entry, ...more] = (await admin(adminRoutes.audit, { q: id })).data;
    assert.deepEqual([entry!.administrator, more], ['root@example.org', []]);
    assert.deepEqual((JSON.parse(entry!.detail) as { plan: unknown }).plan, { from: 'free', to: 'professional' });
    for (const add_token_key of ['an addition of today', 'an addition of today', 'another one of today'])
      await save(member, { add_token: 100, add_token_key });
    assert.equal((await read(member)).token_balance, after.token_balance + 200, 'once with one key');
  });

  it('leaves what was paid for since the form was opened', async () => {
    const other = await suite.signUp();
    const stale = form(await read(other));
    const paid = { plan: 'professional', subscription_status: 'active', membership_start: new Date() } as const;
    const membership_end = new Date('2031-05-06T07:08:09Z');
    await suite.world.database.transaction((tx) => changeWorkspace(tx, stale.id, { ...paid, membership_end }));
    await admin(adminRoutes.saveUser, { ...stale, firstname: 'Augusta' });
    const { firstname, plan, subscription_status, membership_end: end } = await read(other);
    assert.deepEqual(
      [firstname, plan, subscription_status, end],
      ['Augusta', 'professional', 'active', '2031-05-06T07:08:09.000Z'],
    );
  });

  it('keeps what colleagues have changed, unless it is saved again after a warning', async () => {
    const other = await suite.signUp();
    const change = async (fields: object, opened?: ReturnType<typeof form>) =>
      admin(adminRoutes.saveUser, { ...(opened ?? form(await read(other))), ...fields });
    const stale = form(await read(other));
    await change({ is_active: false });
    await change({ lastname: 'King', add_token: 5 }, stale);
    const { lastname, is_active } = await read(other);
    assert.deepEqual([lastname, is_active], ['King', false]);
    await change({ is_active: true, plan: 'executive' });
    await assert.rejects(change({ plan: 'professional', firstname: 'Nobody' }, stale), {
      code: 'text_changed',
      msg: 'This account was changed elsewhere in the meantime: Plan is now “Executive Plan”. Save again to replace that.',
    });
    assert.deepEqual([(await read(other)).plan, (await read(other)).firstname], ['executive', 'Ada']);
    await change({ plan: 'executive', firstname: 'Augusta' }, stale);
    assert.equal((await read(other)).firstname, 'Augusta', 'two who want the same do not contradict each other');
    await change({ plan: 'free' });
    assert.equal((await read(other)).plan, 'free', 'saved again, knowing what stands there');
    for (const membership_end of ['2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-1-1'])
      await assert.rejects(change({ membership_end }), {
        status: problems.bad_request.status,
        msg: 'Please check membership end: it must be a day such as 2026-12-31.',
      });
    await change({ membership_end: '2028-02-29' });
    assert.equal((await read(other)).membership_end, '2028-02-29T23:59:59.999Z');
  });

  it('takes every record as a list has given it, and changes nothing', async () => {
    const { data } = await users();
    for (const { _id: id, minutes: _, ...record } of data) await admin(adminRoutes.saveUser, { id, ...record });
    assert.deepEqual((await users()).data, data);
    const { _id: id, ...record } = await read(member);
    await admin(adminRoutes.saveUser, { id, ...record, membership_end: null });
    assert.deepEqual(await read(member), { _id: id, ...record });
  });

  it('ends the sessions of an account at once when it is deactivated', async () => {
    const other = await suite.signUp();
    await save(other, { is_active: false });
    await refuses(other.call(accountRoutes.check, {}), 'unauthorized');
    await refuses(suite.server.call(accountRoutes.login, other), 'deactivated');
    await save(other, { is_active: true });
    await suite.server.call(accountRoutes.login, other);
  });

  it('keeps its audit log from every change but the forgetting of a person', async () => {
    const { database } = suite.world;
    const log = async () => (await admin(adminRoutes.audit, { limit: 100 })).data;
    const before = await log();
    const forgetting = `set local lectern.forgetting = 'on'`;
    await refusesChanges(database, [
      [`update audit_log set action = 'nothing'`],
      [`update audit_log set detail = '{}'`],
      ['delete from audit_log'],
      ['truncate audit_log'],
      [forgetting, 'delete from audit_log'],
      [forgetting, `update audit_log set administrator = 'somebody', detail = '{}'`],
      [forgetting, `update audit_log set detail = '{"plan": "another"}'`],
    ]);
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

  it('cancels a job that waits or runs, which leaves its step to be run again, and the hourly one never', async () => {
    const stopped = await suite.signUp();
    const { media, jobs } = suite.world;
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
    const waiting = async () =>
      (await admin(adminRoutes.jobs, { q: 'sweep' })).data.find(({ state }) => state === 'created')!;
    const { id } = await waiting();
    await assert.rejects(admin(adminRoutes.cancelJob, { id }), { status: 400 });
    assert.equal((await waiting()).id, id);
    await jobs.cancel(['sweep/later']);
  });

  it('lists the quarantine, restores files known to the database, and removes the rest', async () => {
    const { storage } = suite.world;
    const [lost, known] = [crypto.randomUUID(), crypto.randomUUID()];
    const upload = { id: known, workspace_id: member.session.id, key: known, file_name: 'talk.mp4' };
    await suite.db.insertInto('uploads').values(upload).execute();
    for (const id of [lost, known]) {
      await storage.put(storageKeys.part(id), Buffer.from('bytes of a person'));
      await quarantine(storage, { id, what: `${storageKeys.folder(id)}/` }, new Date());
    }
    const rows = (await admin(adminRoutes.searchQuarantined, {})).data;
    const [first, second] = [lost, known].map((id) => rows.find(({ video }) => video === id)!);
    assert.deepEqual(
      [first, second].map((row) => [row!.bytes, row!.files, row!.kind, row!.known]),
      [
        [17, 1, 'recording', false],
        [17, 1, 'recording', true],
      ],
    );
    const { value, ok } = (await health()).get('Set aside')!;
    assert.deepEqual([value, ok], ['2, see the page Set aside', false]);
    const remove = (name: string) => admin(adminRoutes.removeQuarantined, { name });
    await assert.rejects(admin(adminRoutes.restoreFromQuarantine, { name: first!.name }), { status: 400 });
    await refuses(remove('../videos'), 'not_found');
    await admin(adminRoutes.restoreFromQuarantine, { name: second!.name });
    assert.equal(await text(await storage.read(storageKeys.part(known))), 'bytes of a person');
    await remove(first!.name);
    assert.deepEqual((await admin(adminRoutes.searchQuarantined, {})).data, []);
    const entries = ['removed a recording that was set aside', 'put a recording back'];
    assert.deepEqual((await actions()).slice(0, 2), entries);
    await refuses(remove(first!.name), 'not_found');
  });

  it('tells how the system is, without a secret', async () => {
    const facts = await health();
    const value = (name: string): string => facts.get(name)!.value;
    assert.match(value('Disk'), /GB of .* free/);
    assert.match(value('Media'), /^ffmpeg \S*\d/);
    assert.match(value('Database'), suite.place.databaseUrl ? /^postgresql, PostgreSQL/ : /^embedded, PostgreSQL/);
    assert.deepEqual(['Folder', 'Speech', 'Language', 'Payments'].map(value), [
      suite.world.dataDir,
      'captions only',
      'built-in engine',
      'sandbox',
    ]);
    assert.doesNotMatch(JSON.stringify([...facts]), /postgres:\/\/|sk_|whsec/);
    assert.ok((await admin(adminRoutes.dashboard, {})).data.users >= 4);
  });
});

describeServer(
  'engines that fail',
  { env: () => ({ SPEAKERS: 'local', SPEAKERS_MODEL_URL: 'http://127.0.0.1:9' }) },
  (suite) => {
    it('counts recordings whose speakers were not told apart, and tells why', async () => {
      const admin = await suite.signInAdministrator();
      const told = async () => {
        const { data } = await admin(adminRoutes.health, {});
        return data.flatMap(({ facts }) => facts).find(({ name }) => name === 'Speakers not told apart in a day');
      };
      assert.deepEqual([(await told())?.value, (await told())?.ok], ['none', true]);
      const video_id = await storeTexts(suite.world, await suite.signUp(), {});
      const failure = {
        state: 'failed',
        problem: 'The models could not be downloaded.',
        finished_at: new Date(),
      } as const;
      await suite.db
        .insertInto('steps')
        .values({ video_id, step: 'speakers', ...failure })
        .execute();
      assert.deepEqual([(await told())?.value, (await told())?.ok], ['1: The models could not be downloaded.', false]);
    });
  },
);

const people = 300;

describeServer('the pages of a table', {}, (suite) => {
  let admin: Call;
  before(async () => {
    admin = await suite.signInAdministrator();
    // All of one moment and one plan: nothing but the id tells them apart.
    await sql`
        insert into users (email, firstname, lastname, password_hash, created_at)
        select 'person' || n || '@example.org', 'Same', 'Name', 'none', timestamptz '2026-01-01'
        from generate_series(1, ${people}::int) as n`.execute(suite.db);
  });

  it('shows every row once, in every order', async () => {
    for (const sort of ['created_at', 'plan', 'status', 'username', 'membership_end'])
      for (const order of ['asc', 'desc'] as const) {
        const seen = new Set<string>();
        for (let page = 1; page <= people / 25; page++)
          for (const { _id } of (await admin(adminRoutes.users, { sort, order, page, limit: 25 })).data) seen.add(_id);
        assert.equal(seen.size, people, `${sort} ${order}`);
      }
  });
});
