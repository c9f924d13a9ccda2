import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { hour } from '@lectern/contract/rules/durations';
import { URI } from 'otpauth';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { ensureAdministrator } from '../ensure-administrator.ts';

const step = 30_000;

describeServer('a second factor', { env: { ADMIN_SECOND_FACTOR: 'required' } }, (suite) => {
  const credentials = { email: 'root@example.org', password: 'the operator of all' };
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
    return { app, recovery_codes };
  };
  const login = ({ email, password }: TestMember, code?: string) =>
    suite.server.call(accountRoutes.login, { email, password, ...(code === undefined ? {} : { code }) });

  it('sets up a second factor with password and code, and then asks for it after the right password', async () => {
    const one = await suite.signUp();
    await refuses(one.call(ownAccountRoutes.beginSecondFactor, { password: 'wrong' }), 'password_wrong');
    await refuses(one.call(ownAccountRoutes.confirmSecondFactor, { code: '123456' }), 'second_factor_none');
    const { address } = await one.call(ownAccountRoutes.beginSecondFactor, one);
    assert.match(address, /^otpauth:\/\/totp\/Lectern:/);
    await refuses(one.call(ownAccountRoutes.confirmSecondFactor, { code: '12345' }), 'second_factor_wrong');
    await login(one);

    const app = appOf(address);
    const code = app();
    const { recovery_codes } = await one.call(ownAccountRoutes.confirmSecondFactor, { code });
    assert.equal(new Set(recovery_codes).size, 10);
    // 24 signs of base32 are 120 bits.
    for (const each of recovery_codes) assert.match(each, /^[a-z2-7]{4}(?:-[a-z2-7]{4}){5}$/);
    await refuses(one.call(ownAccountRoutes.beginSecondFactor, one), 'second_factor_on');
    const { second_factor } = (await one.call(ownAccountRoutes.account, undefined)).data;
    assert.deepEqual([second_factor.recovery_codes_left, second_factor.required], [10, false]);

    await refuses(login({ ...one, password: 'wrong' }), 'bad_credentials');
    await refuses(login(one), 'second_factor_needed');
    await refuses(login(one, ''), 'second_factor_needed');
    await refuses(login(one, '000000'), 'second_factor_wrong');
    await refuses(login(one, code), 'second_factor_wrong');
    assert.equal((await login(one, app())).email, one.email);
  });

  it('takes each code once, also of two sign-ins at the same moment', async () => {
    const one = await suite.signUp();
    const { app, recovery_codes } = await setUp(one.call, one.password);
    for (const code of [app(), recovery_codes[3]!]) {
      const tries = await Promise.allSettled([1, 2, 3, 4].map(() => login(one, code)));
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    }
    const late = app();
    suite.clock.aheadMs += 3 * step;
    await refuses(login(one, late), 'second_factor_wrong');
  });

  it('accepts each recovery code once instead of the second factor, however it is typed', async () => {
    const one = await suite.signUp();
    const { recovery_codes } = await setUp(one.call, one.password);
    const [first, second] = recovery_codes as [string, string];
    await login(one, first);
    await refuses(login(one, first), 'second_factor_wrong');
    await login(one, ` ${second.toUpperCase().replaceAll('-', ' ')} `);
    const { data } = await one.call(ownAccountRoutes.account, undefined);
    assert.equal(data.second_factor.recovery_codes_left, 8);
    assert.equal(data.events.filter(({ kind }) => kind === 'recovery_code_used').length, 2);

    await refuses(
      one.call(ownAccountRoutes.renewRecoveryCodes, { password: one.password, code: '' }),
      'second_factor_needed',
    );
    const renewed = await one.call(ownAccountRoutes.renewRecoveryCodes, {
      password: one.password,
      code: recovery_codes[2]!,
    });
    await refuses(login(one, recovery_codes[4]), 'second_factor_wrong');
    await login(one, renewed.recovery_codes[0]);
    const stored = await suite.db.selectFrom('recovery_codes').select('code_hash').execute();
    for (const { code_hash } of stored) assert.equal(code_hash.length, 32);
  });

  it('cannot be guessed at: the codes that strangers try are few', async () => {
    const one = await suite.signUp();
    const { app } = await setUp(one.call, one.password);
    for (let n = 0; n < 10; n += 1) await refuses(login(one, '000000'), 'second_factor_wrong');
    await refuses(login(one, app()), 'too_many_tries');
    suite.clock.aheadMs += hour;
    await login(one, app());
  });

  it('asks for the second factor, when the password was reset by email', async () => {
    const one = await suite.signUp();
    const { app } = await setUp(one.call, one.password);
    await suite.server.call(accountRoutes.requestReset, { email: one.email });
    const link = await eventually(
      async () =>
        (await suite.server.letters()).find(
          (letter) => letter.to === one.email && letter.link?.pathname === '/reset-password',
        )?.link,
      'the mail with the link',
    );
    const fresh = { ...one, password: 'quite another one 7' };
    const token = link.searchParams.get('token')!;
    await suite.server.call(accountRoutes.resetPassword, { email: one.email, token, password: fresh.password });
    await refuses(login(fresh), 'second_factor_needed');
    await login(fresh, app());
  });

  it('removes the second factor with the password and a code', async () => {
    const one = await suite.signUp();
    const { app } = await setUp(one.call, one.password);
    const remove = (code: string) => one.call(ownAccountRoutes.removeSecondFactor, { password: one.password, code });
    await refuses(remove('000000'), 'second_factor_wrong');
    await remove(app());
    await login(one);
  });

  it('requires a second factor of administrators before anything else, when the setting says so', async () => {
    await ensureAdministrator(suite.world, credentials);
    const admin = suite.server.as((await suite.server.call(adminRoutes.login, credentials)).token);
    await refuses(admin(adminRoutes.users, {}), 'second_factor_required');
    const { data } = await admin(ownAccountRoutes.account, undefined);
    assert.deepEqual([data.kind, data.owes, data.second_factor.required], ['administrator', 'second_factor', true]);
    const { app, recovery_codes } = await setUp(admin, credentials.password);
    await admin(adminRoutes.users, {});
    await refuses(suite.server.call(adminRoutes.login, credentials), 'second_factor_needed');
    await suite.server.call(adminRoutes.login, { ...credentials, code: app() });

    const member = await suite.signUp();
    await setUp(member.call, member.password);
    const shown = async () => (await admin(adminRoutes.user, { id: member.session.id })).data.second_factor;
    assert.equal(await shown(), true);
    await admin(adminRoutes.resetSecondFactor, { id: member.session.id });
    assert.equal(await shown(), false);
    await login(member);
    const [entry] = (await admin(adminRoutes.audit, {})).data;
    assert.deepEqual([entry?.action, entry?.object_id], ['reset the second factor of a user', member.session.id]);
    await eventually(
      async () => (await suite.server.letters()).find(({ to, text }) => to === member.email && /has reset/.test(text)),
      'the mail about the reset',
    );
    await refuses(admin(adminRoutes.resetSecondFactor, { id: crypto.randomUUID() }), 'not_found');

    // The operator who has lost both sets another password.
    await ensureAdministrator(suite.world, { ...credentials, password: 'another of the operator' });
    await refuses(admin(adminRoutes.check, {}), 'unauthorized');
    await suite.server.call(adminRoutes.login, { ...credentials, password: 'another of the operator' });
    assert.ok(recovery_codes.length > 0);
  });

  it('comes after a password that was printed has been replaced', async () => {
    const { kysely } = suite.world.database;
    await kysely.deleteFrom('administrators').execute();
    const made = await ensureAdministrator(suite.world, { email: 'first@example.org' });
    const session = await suite.server.call(adminRoutes.login, made!);
    const admin = suite.server.as(session.token);
    await refuses(admin(adminRoutes.users, {}), 'password_change_needed');
    await refuses(admin(adminRoutes.check, {}), 'password_change_needed');
    const change = (new_password: string) =>
      admin(ownAccountRoutes.changePassword, { password: made!.password, new_password });
    await refuses(change(made!.password), 'password_same');
    await change('chosen by the operator');
    await refuses(admin(adminRoutes.users, {}), 'second_factor_required');
    await admin(adminRoutes.logout, undefined);
    await refuses(admin(adminRoutes.check, {}), 'unauthorized');

    // A later start without the setting leaves it alone, and so does one with a setting that has not changed since.
    assert.equal(await ensureAdministrator(suite.world, { email: 'first@example.org' }), undefined);
    const set = { email: 'first@example.org', password: 'set by the operator' };
    await ensureAdministrator(suite.world, set);
    const own = suite.server.as((await suite.server.call(adminRoutes.login, set)).token);
    await own(ownAccountRoutes.changePassword, { password: set.password, new_password: 'changed on the page' });
    await ensureAdministrator(suite.world, set);
    await suite.server.call(adminRoutes.login, { ...set, password: 'changed on the page' });
  });
});
