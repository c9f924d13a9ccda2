import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { Problem } from '@lectern/contract/problem';
import { signUp, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import type { TestWorld } from '../../../../test/world.ts';
import type { World } from '../../../platform/http/context.ts';
import { markAccountForDeletion } from '../../accounts/deletion.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';
import { storageKeys } from '../../storage/keys.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { eraseAccountJob } from './erase-account.job.ts';

const credentials = { email: 'eraser@example.org', password: 'a password of tests' };

describeRecordings('an account that is deleted', ['short'], {}, (suite) => {
  let server: TestWorld;
  let admin: TestMember['call'];
  before(async () => {
    ({ server } = suite);
    await ensureAdministrator(server.world, credentials);
    admin = server.as((await server.call(adminRoutes.login, credentials)).token);
  });

  const db = () => server.world.database.kysely;
  const rowOf = (id: string) => db().selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  const erase = async (world: World, userId: string): Promise<void> => {
    const job = { id: userId, attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await eraseAccountJob.run(world, { userId }, job);
  };
  /** An account as it is when it was deleted and no job has begun. */
  const closed = async ({ session: { id } }: TestMember): Promise<string> => {
    assert.ok(await markAccountForDeletion(db(), id, new Date()));
    return id;
  };

  it('closes a deleted account at once and hides it from administrators', async () => {
    const member = await signUp(server.origin, server.letters);
    const { id } = member.session;
    const { users } = (await admin(adminRoutes.dashboard, {})).data;
    await admin(adminRoutes.deleteUser, { id });
    await refuses(member.call(dashboardRoutes.dashboard, {}), 'unauthorized');
    for (const route of [adminRoutes.user, adminRoutes.deleteUser, adminRoutes.endUserSessions])
      await refuses(admin(route, { id }), 'not_found');
    assert.equal((await admin(adminRoutes.users, { q: member.email })).total, 0);
    assert.deepEqual((await admin(adminRoutes.find, { q: member.email })).data, []);
    assert.equal((await admin(adminRoutes.dashboard, {})).data.users, users - 1);
    await server.world.jobs.settle();
    assert.equal(await rowOf(id), undefined);
    await refuses(server.call(accountRoutes.login, member), 'bad_credentials');
  });

  it('erases the account on the next attempt, when one fails at any step', async () => {
    const { member, short } = suite;
    await member.call(billingRoutes.intent, { amount: 500, currency: 'usd', userId: member.session.id });
    const id = await closed(member);
    const { payments, mailer } = server.world;
    const away = () => Promise.reject(new Problem('unavailable'));
    // A provider that has done what it was asked, and whose answer is lost.
    const lost = async (customerId: string) => {
      await payments.forgetCustomer(customerId);
      return away();
    };
    await breaksOff(erase({ ...server.world, payments: { ...payments, forgetCustomer: lost } }, id));
    await breaksOff(erase({ ...server.world, mailer: { ...mailer, forget: away } }, id));
    assert.ok(await rowOf(id));
    await erase(server.world, id);
    assert.equal(await rowOf(id), undefined);
    assert.equal(await server.world.storage.find(storageKeys.original(short.id)), undefined);
    // Harmless once more.
    await erase(server.world, id);
  });

  it('leaves nothing behind that comes while it is erased', async () => {
    const member = await signUp(server.origin, server.letters);
    const video = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(member, video);
    const id = await closed(member);
    const { storage } = server.world;
    const late = randomUUID();
    const remove = async (prefix: string): Promise<void> => {
      await storage.remove(prefix);
      await db()
        .insertInto('uploads')
        .values({ id: late, user_id: id, key: late, file_name: 'late.mp4' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await storage.put(storageKeys.part(late), Buffer.from('bytes of a person'));
    };
    await assert.rejects(erase({ ...server.world, storage: { ...storage, remove } }, id), { code: 'busy' });
    assert.ok(await rowOf(id));
    await erase(server.world, id);
    assert.equal(await rowOf(id), undefined);
    assert.equal(await storage.find(storageKeys.part(late)), undefined);
  });
});

const breaksOff = (work: Promise<void>): Promise<void> => assert.rejects(work, { code: 'unavailable' });
