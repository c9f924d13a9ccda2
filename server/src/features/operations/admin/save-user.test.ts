import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import type { TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { setMembership } from '../../accounts/membership.ts';

const credentials = { email: 'root@example.org', password: 'administrator' };

/** Returns the account form's request: all fields, plus the values shown when it was opened. */
const form = (user: AdminUser) => {
  const { _id: id, firstname, lastname, plan, subscription_status, is_active, openai_prompt } = user;
  const fields = { firstname, lastname, plan, subscription_status, is_active, openai_prompt };
  const end = user.membership_end?.slice(0, 10);
  const before = { ...fields, membership_end: end ?? null };
  return { id, ...fields, ...(end === undefined ? {} : { membership_end: end }), before };
};

describeServer('the form of an account', {}, (suite) => {
  let admin: Call;
  let member: TestMember;
  before(async () => {
    await ensureAdministrator(suite.world, credentials);
    admin = suite.server.as((await suite.server.call(adminRoutes.login, credentials)).token);
    member = await suite.signUp();
  });

  const read = async (): Promise<AdminUser> => (await admin(adminRoutes.user, { id: member.session.id })).data;

  it('leaves what was paid for since it was opened', async () => {
    const stale = form(await read());
    const paid = { plan: 'professional', subscription_status: 'active', membership_start: new Date() } as const;
    const membership_end = new Date('2031-05-06T07:08:09Z');
    await suite.world.database.transaction((tx) => setMembership(tx, member.session.id, { ...paid, membership_end }));
    await admin(adminRoutes.saveUser, { ...stale, firstname: 'Ada' });
    const { firstname, plan, subscription_status, membership_end: end } = await read();
    assert.deepEqual(
      [firstname, plan, subscription_status, end],
      ['Ada', 'professional', 'active', '2031-05-06T07:08:09.000Z'],
    );
  });

  it('does not reactivate an account that a colleague has deactivated', async () => {
    const stale = form(await read());
    await admin(adminRoutes.saveUser, { ...form(await read()), is_active: false });
    await admin(adminRoutes.saveUser, { ...stale, lastname: 'King', add_token: 5 });
    const { lastname, is_active } = await read();
    assert.deepEqual([lastname, is_active], ['King', false]);
    await refuses(suite.server.call(accountRoutes.login, member), 'deactivated');
    await admin(adminRoutes.saveUser, { ...form(await read()), is_active: true });
  });

  it('tells what was changed meanwhile of what it changes too, and saves nothing of it', async () => {
    const stale = form(await read());
    await admin(adminRoutes.saveUser, { ...form(await read()), plan: 'executive' });
    await assert.rejects(admin(adminRoutes.saveUser, { ...stale, plan: 'free', firstname: 'Nobody' }), {
      code: 'text_changed',
      msg: 'This account was changed elsewhere in the meantime: Plan is now “Executive Plan”. Save again to replace that.',
    });
    assert.deepEqual([(await read()).plan, (await read()).firstname], ['executive', 'Ada']);
    await admin(adminRoutes.saveUser, { ...stale, plan: 'executive', firstname: 'Augusta' });
    assert.equal((await read()).firstname, 'Augusta', 'two who want the same do not contradict each other');
    await admin(adminRoutes.saveUser, { ...form(await read()), plan: 'free' });
    assert.equal((await read()).plan, 'free', 'saved again, knowing what stands there');
  });

  it('takes every record as a list has given it, and changes nothing', async () => {
    const { data } = await admin(adminRoutes.users, {});
    assert.ok(data.length > 0);
    for (const { _id: id, minutes: _, ...record } of data) await admin(adminRoutes.saveUser, { id, ...record });
    assert.deepEqual((await admin(adminRoutes.users, {})).data, data);
    const { _id: id, ...record } = await read();
    await admin(adminRoutes.saveUser, { id, ...record, membership_end: null });
    assert.deepEqual(await read(), { _id: id, ...record });
  });

  it('takes only days of the calendar', async () => {
    for (const membership_end of ['2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-1-1'])
      await assert.rejects(admin(adminRoutes.saveUser, { ...form(await read()), membership_end }), {
        status: problems.bad_request.status,
        msg: 'Please check membership end: it must be a day such as 2026-12-31.',
      });
    await admin(adminRoutes.saveUser, { ...form(await read()), membership_end: '2028-02-29' });
    assert.equal((await read()).membership_end, '2028-02-29T23:59:59.999Z');
  });
});
