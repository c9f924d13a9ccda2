import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import { accountTools, callWith, tokenIn } from '../../../../test/account-tools.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { administrator } from '../../../../test/world.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { untilWaiting } from '../../../../test/until-waiting.ts';
import { applyEmailChange } from '../apply-email-change.ts';
import { sweepSecurity } from '../security/security.ts';

describeServer("one's own account", {}, (suite) => {
  const { letter, letters, register, login, requestReset, reset } = accountTools(suite);
  const signIn = async ({ email, password }: TestMember) => suite.server.as((await login(email, password)).token);
  const account = async (call: TestMember['call']) => (await call(ownAccountRoutes.account, undefined)).data;
  const check = (call: TestMember['call']) => call(accountRoutes.check, undefined);
  const changePassword = (one: TestMember, new_password: string, password = one.password) =>
    one.call(ownAccountRoutes.changePassword, { password, new_password });

  describe('sessions', () => {
    it('lists sessions with their devices, and ends them one by one or all but this one', async () => {
      const one = await suite.signUp();
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
      const { token } = await callWith(suite, { 'user-agent': agent })(accountRoutes.login, one);
      const others = [await signIn(one), await signIn(one)];
      const { sessions } = await account(one.call);
      assert.equal(sessions.length, 4);
      assert.equal(sessions.filter(({ current }) => current).length, 1);
      const { id } = sessions.find(({ device }) => device === 'Firefox on Linux')!;
      const ended = await one.call(ownAccountRoutes.endSession, { id });
      assert.deepEqual(ended, { msg: 'That device has been signed out.' });
      await refuses(check(suite.server.as(token)), 'unauthorized');
      await refuses(one.call(ownAccountRoutes.endSession, { id }), 'not_found');

      await one.call(ownAccountRoutes.endOtherSessions, undefined);
      for (const other of others) await refuses(check(other), 'unauthorized');
      const left = (await account(one.call)).sessions.map(({ current }) => current);
      assert.deepEqual(left, [true]);
    });

    it('end all without deactivating the account, when an administrator asks', async () => {
      const admin = await suite.signInAdministrator();
      const one = await suite.signUp();
      const { id } = one.session;
      await signIn(one);
      const end = () => admin(adminRoutes.endUserSessions, { id });
      assert.equal((await end()).msg, '2 sessions were ended.');
      await refuses(check(one.call), 'unauthorized');
      assert.equal((await end()).msg, 'This user is not signed in anywhere.');
      await signIn(one);
      const [entry] = (await admin(adminRoutes.audit, {})).data;
      assert.deepEqual([entry?.action, entry?.object_id], ['ended the sessions of a user', id]);
      const { data } = await admin(adminRoutes.security, { q: one.email });
      assert.ok(data.some(({ kind }) => kind === 'sessions_ended_by_administrator'));
      await refuses(admin(adminRoutes.endUserSessions, { id: randomUUID() }), 'not_found');
    });

    it('ends member sessions 90 days after they began, however much they are used', async () => {
      const one = await suite.signUp();
      for (const days of [28, 28, 28, 5]) {
        suite.clock.aheadMs += days * day;
        await check(one.call);
      }
      suite.clock.aheadMs += 2 * day;
      await refuses(check(one.call), 'unauthorized');
    });

    it('ends administrator sessions after an hour without use, and after 12 hours in any case', async () => {
      const used = await suite.signInAdministrator();
      for (let minutes = 0; minutes < 11.5 * 60; minutes += 50) {
        suite.clock.aheadMs += 50 * minute;
        await used(adminRoutes.check, {});
      }
      suite.clock.aheadMs += 50 * minute;
      await refuses(used(adminRoutes.check, {}), 'unauthorized');
      const idle = await suite.signInAdministrator();
      suite.clock.aheadMs += 61 * minute;
      await refuses(idle(adminRoutes.check, {}), 'unauthorized');
    });
  });

  describe('the password', () => {
    it('changes with the present one, which signs out other devices and is mailed to the owner', async () => {
      const one = await suite.signUp();
      const other = await signIn(one);
      const fresh = 'some new words';
      await refuses(changePassword(one, fresh, ''), 'missing_fields');
      await refuses(changePassword(one, fresh, 'not the present one'), 'password_wrong');
      await refuses(changePassword(one, 'short'), 'password_weak');
      await refuses(changePassword(one, one.password), 'password_same');
      await changePassword(one, fresh);
      await check(one.call);
      await refuses(check(other), 'unauthorized');
      await refuses(login(one.email), 'bad_credentials');
      await login(one.email, fresh);
      await letter(one.email, /password has been changed/);
      assert.deepEqual(
        (await account(one.call)).events.map(({ kind }) => kind),
        ['signed_in', 'sign_in_refused', 'password_changed', 'password_refused', 'signed_in', 'registered'],
      );
    });

    it('can be tried no more for an hour, when ten were wrong', async () => {
      const one = await suite.signUp();
      for (let n = 0; n < 10; n += 1)
        await refuses(changePassword(one, 'some new words', `guess ${n}`), 'password_wrong');
      await refuses(changePassword(one, 'some new words'), 'too_many_tries');
      suite.clock.aheadMs += hour;
      await changePassword(one, 'some new words');
    });

    it('must not be easily guessed, wherever one is chosen', async () => {
      const one = await suite.signUp();
      await requestReset(one.email);
      const token = tokenIn(await letter(one.email, /Choose a new password/));
      for (const password of ['password1', 'lectern2025', one.email])
        for (const choose of [
          () => register({ email: one.email, password }),
          () => reset(one.email, token, password),
          () => changePassword(one, password),
        ])
          await refuses(choose(), 'password_common');
    });
  });

  describe('the address', () => {
    const change = (one: TestMember, email: string, password = one.password) =>
      one.call(ownAccountRoutes.changeAddress, { password, email });
    const confirm = (token: string) => suite.server.call(ownAccountRoutes.confirmAddress, { token });
    const confirmMailed = async (email: string) => {
      const mail = await letter(email, /Confirm your new email address/);
      assert.equal(mail.link?.pathname, '/confirm-address');
      return confirm(tokenIn(mail));
    };

    it('changes when the link sent to the new one is opened; the old one is told twice', async () => {
      const one = await suite.signUp();
      const email = `new-${one.email}`;
      await refuses(change(one, email, 'not the present one'), 'password_wrong');
      await refuses(change(one, 'no address'), 'bad_email');
      await refuses(change(one, one.email), 'address_same');
      await change(one, email);
      await letter(one.email, /Someone asked to change the email address/);
      assert.equal((await account(one.call)).email, one.email);
      assert.equal((await confirmMailed(email)).email, email);
      await refuses(confirmMailed(email), 'token_invalid');
      await letter(one.email, /email address of your/);
      assert.equal((await check(one.call)).email, email);
      await refuses(login(one.email), 'bad_credentials');
      await login(email);
      const [last] = (await account(one.call)).events.filter(({ kind }) => kind === 'address_changed');
      assert.equal(last?.detail, `before: ${one.email}`);
    });

    it('passes a new address on to the payment provider, whose pages show it', async () => {
      const one = await suite.signUp();
      const { plans } = (await one.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'executive')!;
      const wish = { priceId: priceId!, productId: productId!, userId: one.session.id };
      const { url } = await one.call(billingRoutes.checkout, wish);
      const email = `paying-${one.email}`;
      await change(one, email);
      await confirmMailed(email);
      await suite.settle();
      const id = new URL(url).pathname.split('/').at(-1)!;
      assert.equal((await suite.server.call(billingRoutes.sandboxCheckout, { id })).data.email, email);
    });

    it('stays, when the new one is of another account, whose owner is told without a word of it here', async () => {
      const [one, other] = [await suite.signUp(), await suite.signUp()];
      const free = `free-${one.email}`;
      const [taken, unknown] = [await change(one, other.email), await change(one, free)];
      assert.equal(taken.msg.replace(other.email, ''), unknown.msg.replace(free, ''));
      await letter(other.email, /You already have/);
      await confirmMailed(free);
    });

    it('goes to one account, when two change to it at the same moment', async () => {
      const [one, other] = [await suite.signUp(), await suite.signUp()];
      const email = `wanted-${one.email}`;
      await change(one, email);
      await letters(email, 1);
      await change(other, email);
      const [first, second] = (await letters(email, 2)).map(tokenIn);
      let answer: Promise<unknown> | undefined;
      const asks = new AsyncResource('another request');
      // The link of the second is opened while that of the first is being taken.
      await suite.world.database.transaction(async (tx) => {
        await applyEmailChange(tx, first!, suite.world.now());
        answer = asks.runInAsyncScope(() => refuses(confirm(second!), 'token_invalid'));
        await untilWaiting(suite.world.database, 1);
      });
      await answer;
      assert.equal((await account(one.call)).email, email);
      assert.equal((await account(other.call)).email, other.email);
    });

    it('stays, when the password was changed after its link was sent', async () => {
      const one = await suite.signUp();
      const email = `stolen-${one.email}`;
      await change(one, email);
      await letter(email, /Confirm/);
      await changePassword(one, 'some new words');
      await refuses(confirmMailed(email), 'token_invalid');
    });

    it('may be asked for five times an hour, so that no stranger gets more mail', async () => {
      const one = await suite.signUp();
      for (let n = 1; n <= 5; n += 1) await change(one, `stranger-${n}@example.org`);
      await refuses(change(one, 'stranger-6@example.org'), 'too_many_tries');
      const { events } = await account(one.call);
      assert.equal(events.filter(({ kind }) => kind === 'address_change_asked').length, 5);
    });
  });

  describe('the security log', () => {
    const search = async (query: { q?: string; kind?: 'sign_in_refused' | 'calls_refused' | 'keys_refused' }) =>
      (await (await suite.signInAdministrator())(adminRoutes.security, query)).data;

    it('tells administrators who came in, who was refused, and who tried an address without an account', async () => {
      const one = await suite.signUp();
      await refuses(login(one.email, 'a wrong password'), 'bad_credentials');
      await signIn(one);
      const found = (await search({ q: one.email.toUpperCase() })).map((each) => [each.kind, each.whose, each.network]);
      const kinds = ['signed_in', 'sign_in_refused', 'registered'];
      assert.deepEqual(
        found,
        kinds.map((kind) => [kind, 'member', '127.0.0.1']),
      );
      const [refused] = await search({ q: one.email, kind: 'sign_in_refused' });
      assert.equal(refused!.detail, 'wrong password or no such account');
      const nobody = `nobody-${one.email}`;
      await refuses(login(nobody, 'x'), 'bad_credentials');
      const tried = (await search({ q: nobody })).map(({ whose }) => whose);
      assert.deepEqual(tried, ['nobody']);
      // People type their password where the address belongs.
      await refuses(login('my secret words', 'x'), 'bad_credentials');
      assert.deepEqual(await search({ q: 'my secret' }), []);
    });

    it('logs forbidden calls of a member in one entry an hour with their count', async () => {
      const one = await suite.signUp();
      const entries = async () => (await search({ q: one.email, kind: 'calls_refused' })).map(({ detail }) => detail);
      const untilLogged = (...expected: string[]) =>
        eventually(async () => {
          const logged = await entries();
          return logged.join() === expected.join() || undefined;
        }, expected.join());
      const ask = async (times: number, route: typeof adminRoutes.security | typeof adminRoutes.users) => {
        for (let n = 0; n < times; n += 1) await refuses(one.call(route, {}), 'forbidden');
      };
      await ask(3, adminRoutes.security);
      await eventually(async () => (await entries())[0], 'the entry of the refused calls');
      await ask(40, adminRoutes.users);
      const all = '43 times within an hour, the last GET /admin/employees';
      await untilLogged(all);
      const { events } = await account(one.call);
      assert.ok(
        events.some(({ kind }) => kind === 'calls_refused'),
        'its person sees it too',
      );
      suite.clock.aheadMs += hour;
      await ask(1, adminRoutes.security);
      await untilLogged('once within an hour, the last GET /admin/security', all);
      await refuses(check(await suite.signInAdministrator()), 'forbidden');
      await eventually(
        async () => (await search({ q: administrator.email, kind: 'calls_refused' }))[0],
        'what an administrator was refused',
      );
    });

    it('tells of networks that try many keys, not of a few that have ended', async () => {
      const entries = async () =>
        (await search({ kind: 'keys_refused' })).map(({ detail, network }) => [detail, network]);
      const before = (await entries()).length;
      const wrong = async (times: number): Promise<void> => {
        for (let n = 0; n < times; n += 1)
          assert.equal((await fetch(`${suite.server.origin}/media/${randomUUID()}/chapters.vtt`)).status, 404);
      };
      suite.clock.aheadMs += hour;
      await wrong(20);
      await refuses(check(suite.server.as(randomUUID())), 'unauthorized');
      await refuses(check(suite.server.call), 'unauthorized');
      await wrong(8);
      assert.equal((await entries()).length, before);
      await wrong(13);
      const told = ['42 times within an hour, the last GET /media/:playbackId/chapters.vtt', '127.0.0.1'];
      await eventually(async () => ((await entries())[0]?.[0] === told[0] ? told : undefined), 'the entry of the keys');
      assert.deepEqual((await entries()).slice(0, -before || undefined), [told]);
    });

    it('forgets the network after 30 days, and all of it after 180', async () => {
      const one = await suite.signUp();
      for (const [days, networks] of [
        [29, ['127.0.0.1']],
        [2, [null]],
        [150, []],
      ] as const) {
        suite.clock.aheadMs += days * day;
        await sweepSecurity(suite.world);
        const found = (await search({ q: one.email })).map(({ network }) => network);
        assert.deepEqual(found, networks);
      }
    });
  });
});
