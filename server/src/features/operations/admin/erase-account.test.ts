import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import type { Call } from '@lectern/contract/client';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { Problem } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { sql } from 'kysely';
import { describeRecordings } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { readJobs } from '../../../../test/stored-jobs.ts';
import { putUploadChunk } from '../../../../test/upload.ts';
import type { World } from '../../../platform/http/context.ts';
import { markAccountForDeletion } from '../../accounts/deletion.ts';
import { storageKeys } from '../../storage/keys.ts';
import { eraseAccountJob } from './erase-account.job.ts';

describeRecordings('an account that is deleted', ['short'], {}, (suite) => {
  let admin: Call;
  before(async () => {
    admin = await suite.signInAdministrator();
  });

  const rowOf = (id: string) => suite.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  const find = (key: string) => suite.world.storage.find(key);
  const erase = async (userId: string, changed: Partial<World> = {}): Promise<void> => {
    const job = { id: userId, attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await eraseAccountJob.run({ ...suite.world, ...changed }, { userId }, job);
  };
  /** An account with an upload as it is when it was deleted and no job has begun. */
  const closed = async (): Promise<{ id: string; part: string }> => {
    const { call, session } = await suite.signUp();
    await call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: session.id });
    const upload = await call(uploadRoutes.create, {});
    await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100');
    assert.ok(await markAccountForDeletion(suite.db, session.id, new Date()));
    return { id: session.id, part: storageKeys.part(upload.id) };
  };
  const contact = (call: Call, subject: string, message: string, email = '') =>
    call(feedbackRoutes.contact, { type: 'Bug Report', subject, message, email });

  it('closes a deleted account at once and hides it from administrators', async () => {
    const member = await suite.signUp();
    const { id } = member.session;
    const { users } = (await admin(adminRoutes.dashboard, {})).data;
    await admin(adminRoutes.deleteUser, { id });
    await refuses(member.call(dashboardRoutes.dashboard, {}), 'unauthorized');
    for (const route of [adminRoutes.user, adminRoutes.deleteUser, adminRoutes.endUserSessions])
      await refuses(admin(route, { id }), 'not_found');
    assert.equal((await admin(adminRoutes.users, { q: member.email })).total, 0);
    assert.deepEqual((await admin(adminRoutes.find, { q: member.email })).data, []);
    assert.equal((await admin(adminRoutes.dashboard, {})).data.users, users - 1);
    await suite.settle();
    assert.equal(await rowOf(id), undefined);
    await refuses(suite.server.call(accountRoutes.login, member), 'bad_credentials');
  });

  it('deletes an account with everything of it but its payments', async () => {
    const { member: gone, short: video }: { member: TestMember; short: { id: string } } = suite;
    const { id } = gone.session;
    const { clientSecret } = await gone.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: id });
    const card = { clientSecret, number: '4242424242424242', expiry: '12/99', cvc: '123' };
    await gone.call(billingRoutes.sandboxConfirm, card);
    await contact(gone.call, 'Mine', 'secret');
    const begun = (await gone.call(uploadRoutes.create, {})).id;
    const captions = { passthrough: begun, name: 'captions.vtt' };
    await gone.call(uploadRoutes.captions, captions, { body: await readFile(getSamplePath('short.vtt')) });
    // Also written without a session, and answered.
    await contact(suite.server.call, 'Also mine', 'secret too', gone.email);
    const written = (await admin(adminRoutes.reports, { q: 'also mine' })).data[0]!;
    await admin(adminRoutes.answerReport, { id: written._id, response: 'Dear Personal' });
    await suite.settle();
    assert.equal((await admin(adminRoutes.videos, { q: gone.email })).total, 1);
    const { lastname, plan, is_active } = (await admin(adminRoutes.user, { id })).data;
    await admin(adminRoutes.saveUser, { id, firstname: 'Personal', lastname, plan, is_active });

    await admin(adminRoutes.deleteUser, { id });
    await suite.settle();
    assert.equal(await find(storageKeys.original(video.id)), undefined);
    assert.ok(!(await suite.server.letters()).some(({ to }) => to === gone.email), 'the outbox');
    const jobs = JSON.stringify(await readJobs(suite.db));
    for (const each of [id, video.id, begun]) assert.ok(!jobs.includes(each), 'the jobs');
    const kept = suite.db.selectFrom('caption_files').select('id').where('id', 'in', [video.id, begun]);
    assert.deepEqual(await kept.execute(), []);
    for (const table of ['users', 'emails', 'reports', 'audit_log', 'sessions', 'sandbox_customers', 'payments']) {
      const of = sql.table(table);
      const { rows } = await sql<{ text: string }>`select ${of}::text as text from ${of}`.execute(suite.db);
      const left = rows.filter(({ text }) => [gone.email, 'Personal', 'secret'].some((word) => text.includes(word)));
      assert.deepEqual(left, [], table);
    }
    const payments = (await admin(adminRoutes.allPayments, {})).data.filter(({ user }) => user === null);
    assert.deepEqual(
      payments.map(({ price, paymentStatus }) => [price, paymentStatus]),
      [[500, 'succeeded']],
    );
    assert.ok((await admin(adminRoutes.audit, {})).data.some(({ action }) => action === 'deleted a user'));
  });

  it('erases the account on the next attempt, when one fails at any step', async () => {
    const { id, part } = await closed();
    const { payments, mailer } = suite.world;
    const away = () => Promise.reject(new Problem('unavailable'));
    // A provider that has done what it was asked, and whose answer is lost.
    const lost = async (customerId: string) => {
      await payments.forgetCustomer(customerId);
      return away();
    };
    for (const failing of [
      { payments: { ...payments, forgetCustomer: lost } },
      { mailer: { ...mailer, forget: away } },
    ])
      await assert.rejects(erase(id, failing), { code: 'unavailable' });
    assert.ok(await rowOf(id));
    await erase(id);
    assert.deepEqual([await rowOf(id), await find(part)], [undefined, undefined]);
    // Harmless once more.
    await erase(id);
  });

  it('leaves nothing behind that comes while it is erased', async () => {
    const { id } = await closed();
    const { storage } = suite.world;
    const late = randomUUID();
    const remove = async (prefix: string): Promise<void> => {
      await storage.remove(prefix);
      await suite.db
        .insertInto('uploads')
        .values({ id: late, workspace_id: id, key: late, file_name: 'late.mp4' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await storage.put(storageKeys.part(late), Buffer.from('bytes of a person'));
    };
    await assert.rejects(erase(id, { storage: { ...storage, remove } }), { code: 'busy' });
    assert.ok(await rowOf(id));
    await erase(id);
    assert.deepEqual([await rowOf(id), await find(storageKeys.part(late))], [undefined, undefined]);
  });
});
