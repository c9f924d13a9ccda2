import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { describe, it } from 'node:test';
import { accountRoutes, type UserSession } from '@lectern/contract/accounts/accounts';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { day, hour } from '@lectern/contract/rules/durations';
import type { OutboxEmail } from '../../../test/letters.ts';
import { eventually } from '../../../test/member.ts';
import { expectRefusal, refuses } from '../../../test/refusals.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { hashToken } from './secret-tokens.ts';

describeServer('accounts', { databases: 'both', env: { BRAND_NAME: 'Podium' } }, (suite) => {
  let people = 0;
  const newAddress = (): string => `person-${(people += 1)}@example.org`;
  const form = { firstname: 'Ada', lastname: 'Lovelace', password: 'a right password' };
  const lettersTo = async (email: string): Promise<OutboxEmail[]> =>
    (await suite.server.letters()).filter(({ to }) => to === email);
  /** The mails to an address once there are so many. */
  const letters = (email: string, count: number): Promise<OutboxEmail[]> =>
    eventually(async () => {
      const found = await lettersTo(email);
      return found.length >= count ? found : undefined;
    }, `${count} mails to ${email}`);
  const tokenIn = (letter: OutboxEmail | undefined): string => letter?.link?.searchParams.get('token') ?? '';
  const register = (more: Partial<typeof form> & { email: string; plan?: 'executive' | 'professional' }) =>
    suite.server.call(accountRoutes.register, { ...form, ...more });
  const login = (email: string, password = form.password) =>
    suite.server.call(accountRoutes.login, { email, password });
  const check = (session: UserSession) => suite.server.as(session.token)(accountRoutes.check, {});
  const signUp = async (email: string, plan?: 'executive' | 'professional'): Promise<UserSession> => {
    await register({ email, ...(plan ? { plan } : {}) });
    return suite.server.call(accountRoutes.verify, { token: tokenIn((await letters(email, 1))[0]) });
  };
  const requestReset = (email: string) => suite.server.call(accountRoutes.requestReset, { email });
  const reset = (email: string, token: string, password = 'another password') =>
    suite.server.call(accountRoutes.resetPassword, { email, token, password });

  describe('registering', () => {
    it('wants all fields, an address, and a password by the rules', async () => {
      const email = newAddress();
      for (const field of ['firstname', 'lastname', 'email', 'password'] as const)
        await refuses(register({ email, [field]: '' }), 'missing_fields');
      await refuses(register({ email, firstname: ' \u0000\n' }), 'missing_fields');
      for (const wrong of ['ada', 'ada@', '@example.org', 'a\u0000da@example.org', 'ada@example.org, eve@example.org'])
        await refuses(register({ email: wrong }), 'bad_email');
      await refuses(register({ email, password: 'ab' }), 'password_short');
      await refuses(register({ email, password: 'seven c' }), 'password_weak');
      await refuses(register({ email, password: 'x'.repeat(201) }), 'password_long');
      assert.deepEqual(await lettersTo(email), []);
    });

    it('mails a link that signs in once, starts three days of membership and works for 24 hours', async () => {
      const email = newAddress();
      await register({ email: ` ${email.toUpperCase()} `, firstname: '<b>Ada</b>' });
      const [letter] = await letters(email, 1);
      assert.equal(letter?.subject, 'Verify your email address for Podium');
      assert.equal(letter?.link?.origin, suite.world.publicUrl);
      assert.equal(letter?.link?.pathname, '/verify-email');
      // Nobody has proved the address: what somebody typed as their name is not mailed to it.
      assert.match(letter.text, /^Hello,\n/);
      assert.doesNotMatch(letter.text + letter.html, /Ada/);
      assert.ok(letter.html.includes(`href="${letter.link}"`));
      assert.match(letter.html, /Podium - All Rights Reserved/);

      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, () => suite.server.call(accountRoutes.verify, { token: tokenIn(letter) })),
      );
      const opened = tries.filter((attempt) => attempt.status === 'fulfilled');
      assert.equal(opened.length, 1, 'ten clicks at the same moment sign in once');
      const session = opened[0]!.value;
      assert.equal(session.email, email);
      assert.equal(session.plan, 'free');
      assert.equal(session.subscription_status, 'inactive');
      assert.equal(session.membership_expired, false);
      assert.equal(Date.parse(session.membership_end!) - Date.parse(session.membership_start!), 3 * day);
      await refuses(suite.server.call(accountRoutes.verify, { token: tokenIn(letter) }), 'already_verified');
      const { token, device, ...profile } = session;
      assert.match(device ?? '', /^[\w-]{43}$/);
      assert.deepEqual(await check(session), profile);

      const late = newAddress();
      await register({ email: late });
      const [slow] = await letters(late, 1);
      suite.clock.aheadMs += day + 1;
      await refuses(suite.server.call(accountRoutes.verify, { token: tokenIn(slow) }), 'token_invalid');
    });

    it('refuses tokens that were never made', async () => {
      for (const token of ['', 'x', '\u0000', 'ä'.repeat(1000)])
        await refuses(suite.server.call(accountRoutes.verify, { token }), 'token_invalid');
    });

    it('starts the plan that was chosen, and the Professional plan as free', async () => {
      const executive = await signUp(newAddress(), 'executive');
      assert.deepEqual([executive.plan, executive.subscription_status], ['executive', 'inactive']);
      assert.equal((await signUp(newAddress(), 'professional')).plan, 'free');
    });

    it('a verified address again: the answer is the same, the owner is told, and nothing changes', async () => {
      const email = newAddress();
      const session = await signUp(email);
      const { registration, ...answer } = await register({ email, firstname: 'Eve', password: 'password of eve' });
      const { registration: other, ...same } = await register({ email: newAddress() });
      assert.deepEqual(answer, same);
      assert.notEqual(registration, other);
      await refuses(login(email, 'password of eve'), 'bad_credentials');
      const [, told] = await letters(email, 2);
      assert.equal(told?.subject, 'You already have a Podium account');
      assert.equal((await check(session)).firstname, 'Ada');
      await refuses(login(email, 'password of eve'), 'bad_credentials');
    });
  });

  describe('signing in', () => {
    it('requires both sign-in fields and hides the wrong one', async () => {
      const email = newAddress();
      await signUp(email);
      await refuses(login('', 'x'), 'missing_fields');
      await refuses(login(email, ''), 'missing_fields');
      await refuses(login(email, 'a wrong password'), 'bad_credentials');
      await refuses(login('nobody@example.org'), 'bad_credentials');
      await refuses(login('no address \u0000'), 'bad_credentials');
      assert.equal((await login(email.toUpperCase())).email, email);
    });

    it('takes a password as it was typed, when it has blanks at its ends, signs and 200 characters', async () => {
      const email = newAddress();
      const signs = ` \t"Ünï's" <🦉> & {漢字}; -- $(id) %00 \\ `;
      const password = `${signs}${'X'.repeat(200 - 2 - Array.from(signs).length)}  `;
      await register({ email, password });
      await suite.server.call(accountRoutes.verify, { token: tokenIn((await letters(email, 1))[0]) });
      assert.equal((await login(email, password)).email, email);
      for (const other of [password.trim(), password.slice(0, -1), password.toLowerCase(), `${password} `])
        await refuses(login(email, other), 'bad_credentials');
    });

    it('sends the link once more while the address is not verified', async () => {
      const email = newAddress();
      await register({ email });
      await refuses(login(email, 'a wrong password'), 'bad_credentials');
      await refuses(login(email), 'not_verified');
      const [, again] = await letters(email, 2);
      await suite.server.call(accountRoutes.verify, { token: tokenIn(again) });
      await login(email);
    });

    it('keeps only hashes of tokens and passwords, and forgets the text of a mail once it is sent', async () => {
      const email = newAddress();
      const session = await signUp(email);
      const db = suite.db;
      const row = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', session.id)
        .executeTakeFirstOrThrow();
      assert.ok(row.token_hash.equals(hashToken(session.token)));
      const user = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', session.id)
        .executeTakeFirstOrThrow();
      const again = await login(email);
      for (const { token } of [session, again]) assert.match(token, /^[\w-]{43}$/, '256 bits');
      assert.notEqual(again.token, session.token);
      assert.match(user.password_hash, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/);
      const mail = await eventually(
        () =>
          db
            .selectFrom('emails')
            .selectAll()
            .where('recipient', '=', email)
            .where('sent_at', 'is not', null)
            .executeTakeFirst(),
        'the note that the mail is sent',
      );
      assert.deepEqual([mail.body_text, mail.body_html], ['', '']);
    });
  });

  describe('a session', () => {
    it('shows its own profile only', async () => {
      const [one, other] = [await signUp(newAddress()), await signUp(newAddress())];
      const call = suite.server.as(one.token);
      assert.equal((await call(accountRoutes.profile, { userId: one.id })).data.email, one.email);
      await refuses(call(accountRoutes.profile, { userId: other.id }), 'not_found');
    });

    it('ends with the logout, and other sessions go on', async () => {
      const email = newAddress();
      const [one, other] = [await signUp(email), await login(email)];
      await suite.server.as(one.token)(accountRoutes.logout, {});
      const refusal = await expectRefusal(check(one));
      assert.deepEqual([refusal.status, refusal.body], [401, 'Unauthorized']);
      await check(other);
      await refuses(suite.server.call(accountRoutes.check, {}), 'unauthorized');
      await refuses(suite.server.as('x')(accountRoutes.check, {}), 'unauthorized');
    });

    it('lives for 30 days after its last use', async () => {
      const email = newAddress();
      const [session, unused] = [await signUp(email), await login(email)];
      suite.clock.aheadMs += 29 * day;
      assert.equal((await check(session)).membership_expired, true);
      suite.clock.aheadMs += 29 * day;
      await check(session);
      await refuses(check(unused), 'unauthorized');
      suite.clock.aheadMs += 30 * day + 1;
      await refuses(check(session), 'unauthorized');
    });

    it('rejects a session, when its member is deactivated', async () => {
      const email = newAddress();
      const session = await signUp(email);
      await suite.db.updateTable('users').set({ is_active: false }).where('id', '=', session.id).execute();
      await refuses(check(session), 'unauthorized');
      await refuses(login(email), 'deactivated');
      await refuses(login(email, 'a wrong password'), 'bad_credentials');
    });

    it('reads the dashboard of its plan', async () => {
      const session = await signUp(newAddress(), 'executive');
      assert.deepEqual(await suite.server.as(session.token)(dashboardRoutes.dashboard, {}), {
        data: {
          membership_end: session.membership_end,
          token_used: 0,
          token_total: 50_000,
          active_videos: [],
          total_videos: 2,
          plan: 'executive',
          subscription_status: 'inactive',
          embededScript: null,
          max_file_size: suite.world.maxFileSize,
          minutes: null,
          speech: null,
        },
      });
      await refuses(suite.server.call(dashboardRoutes.dashboard, {}), 'unauthorized');
    });
  });

  describe('a forgotten password', () => {
    it('replaces a forgotten password through the link, ends all sessions and notifies the owner', async () => {
      const email = newAddress();
      const [one, other] = [await signUp(email), await login(email)];
      await requestReset(email);
      const [, letter] = await letters(email, 2);
      assert.equal(letter?.subject, 'Choose a new password for Podium');
      assert.equal(letter.link?.pathname, '/reset-password');
      assert.equal(letter.link?.searchParams.get('email'), email);
      await reset(email, tokenIn(letter));
      await refuses(check(one), 'unauthorized');
      await refuses(check(other), 'unauthorized');
      await refuses(login(email), 'bad_credentials');
      await login(email, 'another password');
      assert.equal((await letters(email, 3))[2]?.subject, 'Your Podium password has been changed');
      await refuses(reset(email, tokenIn(letter)), 'token_invalid');
    });

    it('replaces the password, when the email in the reset link was altered', async () => {
      const email = newAddress();
      await signUp(email);
      await requestReset(email);
      await reset(email.replace('@', ' @'), tokenIn((await letters(email, 2))[1]));
      await login(email, 'another password');
    });

    it('stays as it is, when the account is deactivated while the link is opened', async () => {
      const email = newAddress();
      const { id } = await signUp(email);
      await requestReset(email);
      const token = tokenIn((await letters(email, 2))[1]);
      const openLink = AsyncResource.bind(() => refuses(reset(email, token), 'deactivated'));
      const { refusal } = await suite.world.database.transaction(async (tx) => {
        await tx.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
        const refusal = openLink();
        await untilWaiting(suite.world.database, 1);
        return { refusal };
      });
      await refusal;
    });

    it('answers the same for an address without an account, and sends nothing', async () => {
      const [known, unknown] = [newAddress(), newAddress()];
      await signUp(known);
      assert.deepEqual(await requestReset(unknown), await requestReset(known));
      await letters(known, 2);
      assert.deepEqual(await lettersTo(unknown), []);
    });

    it('wants an address, a password by the rules and a live token', async () => {
      const email = newAddress();
      await signUp(email);
      await refuses(requestReset(''), 'missing_fields');
      await refuses(requestReset('ada'), 'bad_email');
      await requestReset(email);
      const token = tokenIn((await letters(email, 2))[1]);
      assert.deepEqual(await suite.server.call(accountRoutes.checkReset, { token }), {
        msg: 'Choose a new password.',
        email,
      });
      await refuses(reset(email, token, 'ab'), 'password_short');
      await refuses(reset(email, token, 'seven c'), 'password_weak');
      await refuses(reset(email, `${token}x`), 'token_invalid');
      const { body } = await expectRefusal(reset(email, ''));
      const text = 'This link is no longer valid. Please request a new one.';
      assert.deepEqual(body, { code: 'token_invalid', msg: text, error: text });
      suite.clock.aheadMs += hour + 1;
      // Before any password is judged.
      for (const password of ['another password', 'ab', ''])
        await refuses(reset(email, token, password), 'token_invalid');
      await refuses(suite.server.call(accountRoutes.checkReset, { token }), 'token_invalid');
      await login(email);
    });

    it('counts each password it has hashed in vain, and none that was set', async () => {
      const { kysely } = suite.world.database;
      const counted = async (): Promise<number> => {
        const rows = await kysely
          .selectFrom('rate_limits')
          .select('count')
          .where('key', 'like', 'token/network%')
          .execute();
        return rows.reduce((sum, { count }) => sum + count, 0);
      };
      const email = newAddress();
      const { id } = await signUp(email);
      const setActive = (active: boolean) =>
        kysely.updateTable('users').set({ is_active: active }).where('id', '=', id).execute();
      await requestReset(email);
      const token = tokenIn((await letters(email, 2))[1]);
      const before = await counted();
      await setActive(false);
      for (let n = 1; n < 3; n += 1) {
        await refuses(reset(email, token), 'deactivated');
        assert.equal(await counted(), before + n);
      }
      await setActive(true);
      await suite.server.call(accountRoutes.checkReset, { token });
      await reset(email, token);
      assert.equal(await counted(), before + 2);
    });

    it('verifies an address that still waited, for the token came through its mailbox', async () => {
      const email = newAddress();
      await register({ email });
      await letters(email, 1);
      await requestReset(email);
      const [verification, letter] = await letters(email, 2);
      await refuses(suite.server.call(accountRoutes.verify, { token: tokenIn(letter) }), 'token_invalid');
      await reset(email, tokenIn(letter));
      assert.equal((await login(email, 'another password')).membership_expired, false);
      await refuses(suite.server.call(accountRoutes.verify, { token: tokenIn(verification) }), 'already_verified');
    });
  });
});
