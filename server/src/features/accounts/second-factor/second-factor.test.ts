import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { hour } from '@lectern/contract/rules/durations';
import { URI } from 'otpauth';
import { accountTools, tokenIn } from '../../../../test/account-tools.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { ensureAdministrator } from '../ensure-administrator.ts';

const step = 30_000;

describeServer('a second factor', { env: { ADMIN_SECOND_FACTOR: 'required' } }, (suite) => {
  const { letter, requestReset, reset } = accountTools(suite);
  const credentials = { email: 'root@example.org', password: 'the operator of all' };
  const enter = (who: { email: string; password: string; code?: string }) => suite.server.call(adminRoutes.login, who);
  /** Simulates an authenticator app; each call moves the clock on by one step. */
  const appOf = (address: string) => (): string => {
    suite.clock.aheadMs += step;
    return URI.parse(address).generate({ timestamp: suite.now().getTime() });
  };
  const setUp = async (call: Call, password: string) => {
    const { address, secret } = await call(ownAccountRoutes.beginSecondFactor, { password });
    assert.ok(address.includes(secret));
    const app = appOf(address);
    const { recovery_codes } = await call(ownAccountRoutes.confirmSecondFactor, { code: app() });
    return { app, codes: recovery_codes };
  };
  const withFactor = async () => {
    const one = await suite.signUp();
    return { one, ...(await setUp(one.call, one.password)) };
  };
  const account = async (call: Call) => (await call(ownAccountRoutes.account, undefined)).data;
  const login = ({ email, password }: Pick<TestMember, 'email' | 'password'>, code?: string) =>
    suite.server.call(accountRoutes.login, { email, password, ...(code === undefined ? {} : { code }) });

  it('sets up a second factor with password and code, and then asks for it after the right password', async () => {
    const one = await suite.signUp();
    const begin = (password: string) => one.call(ownAccountRoutes.beginSecondFactor, { password });
    const confirm = (code: string) => one.call(ownAccountRoutes.confirmSecondFactor, { code });
    await refuses(begin('wrong'), 'password_wrong');
    await refuses(confirm('123456'), 'second_factor_none');
    const { address } = await begin(one.password);
    assert.match(address, /^otpauth:\/\/totp\/Lectern:/);
    await refuses(confirm('12345'), 'second_factor_wrong');
    await login(one);

    const app = appOf(address);
    const code = app();
    const { recovery_codes } = await confirm(code);
    assert.equal(new Set(recovery_codes).size, 10);
    // 24 signs of base32 are 120 bits.
    for (const each of recovery_codes) assert.match(each, /^[a-z2-7]{4}(?:-[a-z2-7]{4}){5}$/);
    await refuses(begin(one.password), 'second_factor_on');
    const { second_factor } = await account(one.call);
    assert.deepEqual([second_factor.recovery_codes_left, second_factor.required], [10, false]);

    await refuses(login({ ...one, password: 'wrong' }), 'bad_credentials');
    for (const none of [undefined, '']) await refuses(login(one, none), 'second_factor_needed');
    for (const spent of ['000000', code]) await refuses(login(one, spent), 'second_factor_wrong');
    assert.equal((await login(one, app())).email, one.email);
  });

  it('takes each code once, also of two sign-ins at the same moment', async () => {
    const { one, app, codes } = await withFactor();
    for (const code of [app(), codes[3]!]) {
      const tries = await Promise.allSettled([1, 2, 3, 4].map(() => login(one, code)));
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    }
    const late = app();
    suite.clock.aheadMs += 3 * step;
    await refuses(login(one, late), 'second_factor_wrong');
  });

  it('gives way to each recovery code once, however it is typed', async () => {
    const { one, codes } = await withFactor();
    await login(one, codes[0]);
    await refuses(login(one, codes[0]), 'second_factor_wrong');
    await login(one, ` ${codes[1]!.toUpperCase().replaceAll('-', ' ')} `);
    const { second_factor, events } = await account(one.call);
    assert.equal(second_factor.recovery_codes_left, 8);
    assert.equal(events.filter(({ kind }) => kind === 'recovery_code_used').length, 2);

    const renew = (code: string) => one.call(ownAccountRoutes.renewRecoveryCodes, { password: one.password, code });
    await refuses(renew(''), 'second_factor_needed');
    const renewed = await renew(codes[2]!);
    await refuses(login(one, codes[4]), 'second_factor_wrong');
    await login(one, renewed.recovery_codes[0]);
    const stored = await suite.db.selectFrom('recovery_codes').select('code_hash').execute();
    for (const { code_hash } of stored) assert.equal(code_hash.length, 32);
  });

  it('cannot be guessed at: the codes that strangers try are few', async () => {
    const { one, app } = await withFactor();
    for (let n = 0; n < 10; n += 1) await refuses(login(one, '000000'), 'second_factor_wrong');
    await refuses(login(one, app()), 'too_many_tries');
    suite.clock.aheadMs += hour;
    await login(one, app());
  });

  it('asks for a code after the password was reset by email, until the second factor is removed', async () => {
    const { one, app } = await withFactor();
    await requestReset(one.email);
    const fresh = { ...one, password: 'quite another one 7' };
    await reset(one.email, tokenIn(await letter(one.email, /Choose a new password/)), fresh.password);
    await refuses(login(fresh), 'second_factor_needed');
    const { call } = { call: suite.server.as((await login(fresh, app())).token) };
    const remove = (code: string) => call(ownAccountRoutes.removeSecondFactor, { password: fresh.password, code });
    await refuses(remove('000000'), 'second_factor_wrong');
    await remove(app());
    await login(fresh);
  });

  it('requires a second factor of administrators before anything else, when the setting says so', async () => {
    await ensureAdministrator(suite.world, credentials);
    const admin = suite.server.as((await enter(credentials)).token);
    await refuses(admin(adminRoutes.users, {}), 'second_factor_required');
    const own = await account(admin);
    assert.deepEqual([own.kind, own.owes, own.second_factor.required], ['administrator', 'second_factor', true]);
    const { app } = await setUp(admin, credentials.password);
    await admin(adminRoutes.users, {});
    await refuses(enter(credentials), 'second_factor_needed');
    await enter({ ...credentials, code: app() });

    const { one } = await withFactor();
    const { id } = one.session;
    const shown = async () => (await admin(adminRoutes.user, { id })).data.second_factor;
    assert.equal(await shown(), true);
    await admin(adminRoutes.resetSecondFactor, { id });
    assert.equal(await shown(), false);
    await login(one);
    const [entry] = (await admin(adminRoutes.audit, {})).data;
    assert.deepEqual([entry?.action, entry?.object_id], ['reset the second factor of a user', id]);
    assert.match((await letter(one.email, /no longer asks you for a code/)).text, /has reset/);
    await refuses(admin(adminRoutes.resetSecondFactor, { id: crypto.randomUUID() }), 'not_found');

    // The operator who has lost both sets another password.
    const other = { ...credentials, password: 'another of the operator' };
    await ensureAdministrator(suite.world, other);
    await refuses(admin(adminRoutes.check, {}), 'unauthorized');
    await enter(other);
  });

  it('comes after a password that was printed has been replaced', async () => {
    await suite.db.deleteFrom('administrators').execute();
    const made = (await ensureAdministrator(suite.world, { email: 'first@example.org' }))!;
    const admin = suite.server.as((await enter(made)).token);
    for (const route of [adminRoutes.users, adminRoutes.check])
      await refuses(admin(route, {}), 'password_change_needed');
    const change = (new_password: string) =>
      admin(ownAccountRoutes.changePassword, { password: made.password, new_password });
    await refuses(change(made.password), 'password_same');
    await change('chosen by the operator');
    await refuses(admin(adminRoutes.users, {}), 'second_factor_required');
    await admin(adminRoutes.logout, undefined);
    await refuses(admin(adminRoutes.check, {}), 'unauthorized');

    // A later start without the setting leaves it alone, and so does one with a setting that has not changed since.
    assert.equal(await ensureAdministrator(suite.world, { email: made.email }), undefined);
    const set = { email: made.email, password: 'set by the operator' };
    await ensureAdministrator(suite.world, set);
    const own = suite.server.as((await enter(set)).token);
    await own(ownAccountRoutes.changePassword, { password: set.password, new_password: 'changed on the page' });
    await ensureAdministrator(suite.world, set);
    await enter({ ...set, password: 'changed on the page' });
  });
});
