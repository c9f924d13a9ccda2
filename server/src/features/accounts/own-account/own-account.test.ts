import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { createClient } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { untilWaiting } from '../../../../test/until-waiting.ts';
import { applyEmailChange } from '../apply-email-change.ts';
import { ensureAdministrator } from '../ensure-administrator.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { sweepSecurity } from '../security/security.ts';

const credentials = { email: 'keeper@example.org', password: 'keeper of the house' };

describeServer("one's own account", {}, (suite) => {
  before(async () => {
    await ensureAdministrator(suite.world, credentials);
  });

  const member = (): Promise<TestMember> => suite.signUp();
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    suite.server.as((await suite.server.call(accountRoutes.login, { email, password })).token);
  const account = async (call: TestMember['call']) => (await call(ownAccountRoutes.account, undefined)).data;
  const letter = (email: string, subject: RegExp) =>
    eventually(
      async () => (await suite.server.letters()).findLast((each) => each.to === email && subject.test(each.subject)),
      `${subject} to ${email}`,
    );

  describe('sessions', () => {
    it('lists sessions with their devices, and ends them one by one or all but this one', async () => {
      const one = await member();
      const phone = createClient({
        origin: suite.server.origin,
        fetch: (input, init) =>
          fetch(input, {
            ...init,
            headers: {
              ...(init?.headers as object),
              'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
            },
          }),
      });
      const { token } = await phone(accountRoutes.login, one);
      const [second, third] = [await signIn(one), await signIn(one)];
      const { sessions } = await account(one.call);
      assert.equal(sessions.length, 4);
      assert.equal(sessions.filter(({ current }) => current).length, 1);
      const firefox = sessions.find(({ device }) => device === 'Firefox on Linux')!;
      assert.deepEqual(await one.call(ownAccountRoutes.endSession, { id: firefox.id }), {
        msg: 'That device has been signed out.',
      });
      await refuses(suite.server.as(token)(accountRoutes.check, {}), 'unauthorized');
      await refuses(one.call(ownAccountRoutes.endSession, { id: firefox.id }), 'not_found');

      await one.call(ownAccountRoutes.endOtherSessions, undefined);
      for (const ended of [second, third]) await refuses(ended(accountRoutes.check, {}), 'unauthorized');
      assert.deepEqual(
        (await account(one.call)).sessions.map(({ current }) => current),
        [true],
      );
    });

    it('ends all sessions of a member without deactivating the account, when an administrator asks', async () => {
      const { token } = await suite.server.call(adminRoutes.login, credentials);
      const admin = suite.server.as(token);
      const one = await member();
      await signIn(one);
      const end = () => admin(adminRoutes.endUserSessions, { id: one.session.id });
      assert.equal((await end()).msg, '2 sessions were ended.');
      await refuses(one.call(accountRoutes.check, {}), 'unauthorized');
      assert.equal((await end()).msg, 'This user is not signed in anywhere.');
      await signIn(one);
      const [entry] = (await admin(adminRoutes.audit, {})).data;
      assert.deepEqual([entry?.action, entry?.object_id], ['ended the sessions of a user', one.session.id]);
      const { data } = await admin(adminRoutes.security, { q: one.email });
      assert.ok(data.some(({ kind }) => kind === 'sessions_ended_by_administrator'));
      await refuses(admin(adminRoutes.endUserSessions, { id: crypto.randomUUID() }), 'not_found');
    });

    it('ends member sessions 90 days after they began, however much they are used', async () => {
      const one = await member();
      for (let days = 0; days < 84; days += 28) {
        suite.clock.aheadMs += 28 * day;
        await one.call(accountRoutes.check, {});
      }
      suite.clock.aheadMs += 5 * day;
      await one.call(accountRoutes.check, {});
      suite.clock.aheadMs += 2 * day;
      await refuses(one.call(accountRoutes.check, {}), 'unauthorized');
    });

    it('ends administrator sessions after an hour without use, and after 12 hours in any case', async () => {
      const { token } = await suite.server.call(adminRoutes.login, credentials);
      for (let minutes = 0; minutes < 11.5 * 60; minutes += 50) {
        suite.clock.aheadMs += 50 * minute;
        await suite.server.as(token)(adminRoutes.check, {});
      }
      suite.clock.aheadMs += 50 * minute;
      await refuses(suite.server.as(token)(adminRoutes.check, {}), 'unauthorized');

      const idle = await suite.server.call(adminRoutes.login, credentials);
      suite.clock.aheadMs += 61 * minute;
      await refuses(suite.server.as(idle.token)(adminRoutes.check, {}), 'unauthorized');
    });
  });

  describe('the password', () => {
    it('changes the password with the present one, signs out other devices and emails the owner', async () => {
      const one = await member();
      const other = await signIn(one);
      const change = (password: string, new_password: string) =>
        one.call(ownAccountRoutes.changePassword, { password, new_password });
      await refuses(change('', 'some new words'), 'missing_fields');
      await refuses(change('not the present one', 'some new words'), 'password_wrong');
      await refuses(change(one.password, 'short'), 'password_weak');
      await refuses(change(one.password, one.password), 'password_same');
      await change(one.password, 'some new words');
      await one.call(accountRoutes.check, {});
      await refuses(other(accountRoutes.check, {}), 'unauthorized');
      await refuses(suite.server.call(accountRoutes.login, one), 'bad_credentials');
      await suite.server.call(accountRoutes.login, { email: one.email, password: 'some new words' });
      await letter(one.email, /password has been changed/);
      const kinds = (await account(one.call)).events.map(({ kind }) => kind);
      assert.deepEqual(kinds, [
        'signed_in',
        'sign_in_refused',
        'password_changed',
        'password_refused',
        'signed_in',
        'registered',
      ]);
    });

    it('refuses further password tries for an hour, when ten were wrong', async () => {
      const one = await member();
      const guess = (password: string) =>
        one.call(ownAccountRoutes.changePassword, { password, new_password: 'some new words' });
      for (let n = 0; n < 10; n += 1) await refuses(guess(`guess ${n}`), 'password_wrong');
      await refuses(guess(one.password), 'too_many_tries');
      suite.clock.aheadMs += hour;
      await guess(one.password);
    });

    it('must not be easily guessed, wherever one is chosen', async () => {
      const one = await member();
      await suite.server.call(accountRoutes.requestReset, { email: one.email });
      const token = (await letter(one.email, /Choose a new password/)).link!.searchParams.get('token')!;
      const guessed = ['password1', '12345678', 'aaaaaaaa', 'lectern2025', one.email];
      for (const password of guessed) {
        await refuses(
          suite.server.call(accountRoutes.register, {
            firstname: 'Ada',
            lastname: 'Lovelace',
            email: one.email,
            password,
          }),
          'password_common',
        );
        await refuses(
          suite.server.call(accountRoutes.resetPassword, { email: one.email, token, password }),
          'password_common',
        );
        await refuses(
          one.call(ownAccountRoutes.changePassword, { password: one.password, new_password: password }),
          'password_common',
        );
      }
    });
  });

  describe('the address', () => {
    const change = (one: TestMember, email: string, password = one.password) =>
      one.call(ownAccountRoutes.changeAddress, { password, email });
    const confirm = async (email: string) => {
      const { link } = await letter(email, /Confirm your new email address/);
      assert.equal(link?.pathname, '/confirm-address');
      return suite.server.call(ownAccountRoutes.confirmAddress, { token: link.searchParams.get('token')! });
    };

    it('changes when the link sent to the new one is opened; the old one is told twice', async () => {
      const one = await member();
      const email = `new-${one.email}`;
      await refuses(change(one, email, 'not the present one'), 'password_wrong');
      await refuses(change(one, 'no address'), 'bad_email');
      await refuses(change(one, one.email), 'address_same');
      await change(one, email);
      await letter(one.email, /Someone asked to change the email address/);
      assert.equal((await account(one.call)).email, one.email);
      assert.equal((await confirm(email)).email, email);
      await refuses(confirm(email), 'token_invalid');
      await letter(one.email, /email address of your/);
      assert.equal((await one.call(accountRoutes.check, {})).email, email);
      await refuses(suite.server.call(accountRoutes.login, one), 'bad_credentials');
      await suite.server.call(accountRoutes.login, { email, password: one.password });
      const [last] = (await account(one.call)).events.filter(({ kind }) => kind === 'address_changed');
      assert.equal(last?.detail, `before: ${one.email}`);
    });

    it('passes a new email on to the payment provider, whose pages show it', async () => {
      const one = await member();
      const { data } = await one.call(billingRoutes.offers, {});
      const { priceId, productId } = data.plans.find(({ key }) => key === 'executive')!;
      const wish = { priceId: priceId!, productId: productId!, userId: one.session.id };
      const { url } = await one.call(billingRoutes.checkout, wish);
      const id = new URL(url).pathname.split('/').at(-1)!;
      const email = `paying-${one.email}`;
      await change(one, email);
      await confirm(email);
      await suite.settle();
      assert.equal((await suite.server.call(billingRoutes.sandboxCheckout, { id })).data.email, email);
    });

    it('refuses the email of another account, tells its owner and hides that the account exists', async () => {
      const [one, other] = [await member(), await member()];
      const free = `free-${one.email}`;
      const [taken, unknown] = [await change(one, other.email), await change(one, free)];
      assert.equal(taken.msg.replace(other.email, ''), unknown.msg.replace(free, ''));
      await letter(other.email, /You already have/);
      await confirm(free);
    });

    it('gives an email to one account, when two change to it at the same moment', async () => {
      const [one, other] = [await member(), await member()];
      const email = `wanted-${one.email}`;
      await change(one, email);
      const tokens = async (count: number): Promise<string[]> =>
        eventually(async () => {
          const links = (await suite.server.letters()).flatMap(({ to, link }) => (to === email && link ? [link] : []));
          return links.length === count ? links.map(({ searchParams }) => searchParams.get('token')!) : undefined;
        }, `${count} links to ${email}`);
      await tokens(1);
      await change(other, email);
      const [first, second] = await tokens(2);
      let answer: Promise<unknown> | undefined;
      const asks = new AsyncResource('another request');
      // The link of the second is opened while that of the first is being taken.
      await suite.world.database.transaction(async (tx) => {
        await applyEmailChange(tx, first!, suite.world.now());
        answer = asks.runInAsyncScope(() =>
          refuses(suite.server.call(ownAccountRoutes.confirmAddress, { token: second! }), 'token_invalid'),
        );
        await untilWaiting(suite.world.database, 1);
      });
      await answer;
      assert.equal((await account(one.call)).email, email);
      assert.equal((await account(other.call)).email, other.email);
    });

    it('does not change by a link from before the password was changed', async () => {
      const one = await member();
      const email = `stolen-${one.email}`;
      await change(one, email);
      await letter(email, /Confirm/);
      await one.call(ownAccountRoutes.changePassword, { password: one.password, new_password: 'some new words' });
      await refuses(confirm(email), 'token_invalid');
    });
  });

  it('keeps a name as it is typed', async () => {
    const one = await member();
    await one.call(ownAccountRoutes.changeName, { firstname: ' Grace ', lastname: 'Hopper' });
    const { firstname, lastname } = await account(one.call);
    assert.deepEqual([firstname, lastname], ['Grace', 'Hopper']);
    for (const nothing of ['', '\u3164', '\u202E\u200B', '\u001B'])
      await refuses(
        one.call(ownAccountRoutes.changeName, { firstname: nothing, lastname: 'Hopper' }),
        'missing_fields',
      );
  });

  describe('the security log', () => {
    const search = async (query: object) => {
      const { token } = await suite.server.call(adminRoutes.login, credentials);
      return (await suite.server.as(token)(adminRoutes.security, query)).data;
    };

    it('tells administrators who came in, who was refused, and who tried an address without an account', async () => {
      const one = await member();
      await refuses(
        suite.server.call(accountRoutes.login, { email: one.email, password: 'a wrong password' }),
        'bad_credentials',
      );
      await signIn(one);
      const found = await search({ q: one.email.toUpperCase() });
      assert.deepEqual(
        found.map(({ kind, whose, network }) => [kind, whose, network]),
        [
          ['signed_in', 'member', '127.0.0.1'],
          ['sign_in_refused', 'member', '127.0.0.1'],
          ['registered', 'member', '127.0.0.1'],
        ],
      );
      assert.deepEqual(
        (await search({ q: one.email, kind: 'sign_in_refused' })).map(({ detail }) => detail),
        ['wrong password or no such account'],
      );
      const nobody = `nobody-${one.email}`;
      await refuses(suite.server.call(accountRoutes.login, { email: nobody, password: 'x' }), 'bad_credentials');
      assert.deepEqual(
        (await search({ q: nobody })).map(({ whose }) => whose),
        ['nobody'],
      );
      // People type their password where the address belongs.
      await refuses(
        suite.server.call(accountRoutes.login, { email: 'my secret words', password: 'x' }),
        'bad_credentials',
      );
      assert.deepEqual(await search({ q: 'my secret' }), []);
      await refuses(one.call(adminRoutes.security, {}), 'forbidden');
    });

    it('logs forbidden calls of a member in one entry an hour with their count', async () => {
      const one = await member();
      const entries = async () => (await search({ q: one.email, kind: 'calls_refused' })).map(({ detail }) => detail);
      for (let n = 0; n < 3; n += 1) await refuses(one.call(adminRoutes.security, {}), 'forbidden');
      await eventually(async () => (await entries())[0], 'the entry of the refused calls');
      for (let n = 0; n < 40; n += 1) await refuses(one.call(adminRoutes.users, {}), 'forbidden');
      const all = '43 times within an hour, the last GET /admin/employees';
      await eventually(async () => ((await entries()).at(-1) === all ? all : undefined), 'all of them');
      assert.equal((await entries()).length, 1);
      const { events } = await account(one.call);
      assert.ok(
        events.some(({ kind }) => kind === 'calls_refused'),
        'its person sees it too',
      );
      suite.clock.aheadMs += hour;
      await refuses(one.call(adminRoutes.security, {}), 'forbidden');
      const later = await eventually(
        async () => ((await entries()).length === 2 ? entries() : undefined),
        'an hour later',
      );
      assert.equal(later[0], 'once within an hour, the last GET /admin/security');
      const { token } = await suite.server.call(adminRoutes.login, credentials);
      await refuses(suite.server.as(token)(accountRoutes.check, undefined), 'forbidden');
      await eventually(
        async () => (await search({ q: credentials.email, kind: 'calls_refused' }))[0],
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
      await refuses(suite.server.as(randomUUID())(accountRoutes.check, undefined), 'unauthorized');
      await refuses(suite.server.call(accountRoutes.check, undefined), 'unauthorized');
      await wrong(8);
      assert.equal((await entries()).length, before);
      await wrong(13);
      const told = ['42 times within an hour, the last GET /media/:playbackId/chapters.vtt', '127.0.0.1'];
      await eventually(async () => ((await entries())[0]?.[0] === told[0] ? told : undefined), 'the entry of the keys');
      assert.deepEqual((await entries()).slice(0, -before || undefined), [told]);
    });

    it('forgets the network after 30 days, and all of it after 180', async () => {
      const one = await member();
      suite.clock.aheadMs += 29 * day;
      await sweepSecurity(suite.world);
      assert.deepEqual(
        (await search({ q: one.email })).map(({ network }) => network),
        ['127.0.0.1'],
      );
      suite.clock.aheadMs += 2 * day;
      await sweepSecurity(suite.world);
      assert.deepEqual(
        (await search({ q: one.email })).map(({ network }) => network),
        [null],
      );
      suite.clock.aheadMs += 150 * day;
      await sweepSecurity(suite.world);
      assert.deepEqual(await search({ q: one.email }), []);
    });
  });
});
