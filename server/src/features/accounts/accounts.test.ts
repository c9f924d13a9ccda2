import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day, hour } from '@lectern/contract/rules/durations';
import { accountTools, ada, newAddress, tokenIn } from '../../../test/account-tools.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { expectRefusal, refuses } from '../../../test/refusals.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { hashToken } from './secret-tokens.ts';

describeServer('accounts', { databases: 'both', env: { BRAND_NAME: 'Podium' } }, (suite) => {
  const { lettersTo, letters, register, verify, join, login, check, requestReset, reset } = accountTools(suite);
  /** A member who has asked for a new password, with the token of the mail about it. */
  const withReset = async () => {
    const email = newAddress();
    const session = await join(email);
    await requestReset(email);
    const [, letter] = await letters(email, 2);
    return { email, session, letter: letter!, token: tokenIn(letter) };
  };
  const setActive = ({ id }: { id: string }, isActive: boolean, db = suite.db) =>
    db.updateTable('users').set({ is_active: isActive }).where('id', '=', id).execute();

  describe('registering', () => {
    it('wants all fields, an address, and a password by the rules', async () => {
      const email = newAddress();
      for (const field of ['firstname', 'lastname', 'email', 'password'] as const)
        await refuses(register({ email, [field]: '' }), 'missing_fields');
      await refuses(register({ email, firstname: ' \u0000\n' }), 'missing_fields');
      for (const wrong of ['ada', 'a\u0000da@example.org']) await refuses(register({ email: wrong }), 'bad_email');
      await refuses(register({ email, password: 'ab' }), 'password_short');
      await refuses(register({ email, password: 'seven c' }), 'password_weak');
      await refuses(register({ email, password: 'x'.repeat(201) }), 'password_long');
      assert.deepEqual(await lettersTo(email), []);
    });

    it('mails a link that signs in once, starts three days of membership and works for 24 hours', async () => {
      const email = newAddress();
      await register({ email: ` ${email.toUpperCase()} `, firstname: '<b>Ada</b>' });
      const letter = (await letters(email, 1))[0]!;
      assert.equal(letter.subject, 'Verify your email address for Podium');
      assert.deepEqual([letter.link?.origin, letter.link?.pathname], [suite.world.publicUrl, '/verify-email']);
      assert.deepEqual([...letter.link!.searchParams.keys()], ['token']);
      // Nobody has proved the address: what somebody typed as their name is not mailed to it.
      assert.match(letter.text, /^Hello,\n/);
      assert.doesNotMatch(letter.text + letter.html, /Ada/);
      assert.ok(letter.html.includes(`href="${letter.link}"`));
      assert.match(letter.html, /Podium - All Rights Reserved/);

      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => verify(tokenIn(letter))));
      const opened = tries.filter((attempt) => attempt.status === 'fulfilled');
      assert.equal(opened.length, 1, 'ten clicks at the same moment sign in once');
      const { token, device, ...profile } = opened[0]!.value;
      const { plan, subscription_status, membership_expired, membership_start, membership_end } = profile;
      assert.deepEqual(
        [profile.email, plan, subscription_status, membership_expired],
        [email, 'free', 'inactive', false],
      );
      assert.equal(Date.parse(membership_end!) - Date.parse(membership_start!), 3 * day);
      await refuses(verify(tokenIn(letter)), 'already_verified');
      assert.match(device ?? '', /^[\w-]{43}$/);
      assert.deepEqual(await check({ token }), profile);

      const late = newAddress();
      await register({ email: late });
      const [slow] = await letters(late, 1);
      suite.clock.aheadMs += day + 1;
      await refuses(verify(tokenIn(slow)), 'token_invalid');
      for (const unknown of ['', 'x', '\u0000', 'ä'.repeat(1000)]) await refuses(verify(unknown), 'token_invalid');
    });

    it('a verified address again: the answer is the same, the owner is told, and nothing changes', async () => {
      const email = newAddress();
      const session = await join(email);
      const { registration, ...answer } = await register({ email, firstname: 'Eve', password: 'password of eve' });
      const { registration: other, ...same } = await register({ email: newAddress() });
      assert.deepEqual(answer, same);
      assert.notEqual(registration, other);
      assert.equal((await letters(email, 2))[1]?.subject, 'You already have a Podium account');
      assert.equal((await check(session)).firstname, 'Ada');
      await refuses(login(email, 'password of eve'), 'bad_credentials');
    });
  });

  describe('a chosen plan', () => {
    const joinWanting = () => suite.signUp({ plan: 'professional' });
    const wanted = async (member: TestMember) => (await check(member.session)).wanted_plan;

    it('returns the Professional plan as wanted, until its checkout is opened', async () => {
      const member = await joinWanting();
      assert.deepEqual([member.session.plan, member.session.wanted_plan], ['free', 'professional']);
      assert.equal((await suite.signUp()).session.wanted_plan, null);
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'professional')!;
      const ids = { priceId: priceId!, productId: productId! };
      await member.call(billingRoutes.checkoutTerms, ids);
      assert.equal((await login(member.email)).wanted_plan, 'professional');
      await member.call(billingRoutes.checkout, { ...ids, userId: member.session.id });
      assert.equal(await wanted(member), null);
      assert.equal((await login(member.email)).wanted_plan, null);
    });
  });

  describe('signing in', () => {
    it('requires both sign-in fields and hides the wrong one', async () => {
      const email = newAddress();
      await join(email);
      await refuses(login('', 'x'), 'missing_fields');
      await refuses(login(email, ''), 'missing_fields');
      await refuses(login(email, 'a wrong password'), 'bad_credentials');
      for (const unknown of ['nobody@example.org', 'no address \u0000'])
        await refuses(login(unknown), 'bad_credentials');
      assert.equal((await login(email.toUpperCase())).email, email);
    });

    it('takes a password as it was typed, when it has blanks at its ends, signs and 200 characters', async () => {
      const email = newAddress();
      const signs = ` \t"Ünï's" <🦉> & {漢字}; -- $(id) %00 \\ `;
      const password = `${signs}${'X'.repeat(200 - 2 - Array.from(signs).length)}  `;
      await join(email, { password });
      assert.equal((await login(email, password)).email, email);
      for (const other of [password.trim(), password.slice(0, -1), password.toLowerCase(), `${password} `])
        await refuses(login(email, other), 'bad_credentials');
    });

    it('keeps only hashes of tokens and passwords, and forgets the text of a mail once it is sent', async () => {
      const email = newAddress();
      const session = await join(email);
      const row = await suite.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['token_hash', 'password_hash'])
        .where('user_id', '=', session.id)
        .executeTakeFirstOrThrow();
      assert.ok(row.token_hash.equals(hashToken(session.token)));
      assert.match(row.password_hash, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/);
      const again = await login(email);
      for (const { token } of [session, again]) assert.match(token, /^[\w-]{43}$/, '256 bits');
      assert.notEqual(again.token, session.token);
      const sent = suite.db
        .selectFrom('emails')
        .selectAll()
        .where('recipient', '=', email)
        .where('sent_at', 'is not', null);
      const mail = await eventually(() => sent.executeTakeFirst(), 'the note that the mail is sent');
      assert.deepEqual([mail.body_text, mail.body_html], ['', '']);
    });
  });

  describe('a session', () => {
    it('ends with the logout, and other sessions go on', async () => {
      const email = newAddress();
      const [one, other] = [await join(email), await login(email)];
      await suite.server.as(one.token)(accountRoutes.logout, {});
      const { status, body } = await expectRefusal(check(one));
      assert.deepEqual([status, body], [401, 'Unauthorized']);
      await check(other);
      await refuses(check({ token: 'x' }), 'unauthorized');
    });

    it('lives for 30 days after its last use', async () => {
      const email = newAddress();
      const [session, unused] = [await join(email), await login(email)];
      suite.clock.aheadMs += 29 * day;
      assert.equal((await check(session)).membership_expired, true);
      suite.clock.aheadMs += 29 * day;
      await check(session);
      await refuses(check(unused), 'unauthorized');
      suite.clock.aheadMs += 30 * day + 1;
      await refuses(check(session), 'unauthorized');
    });
  });

  describe('a forgotten password', () => {
    it('replaces the password through the link, ends all sessions and notifies the owner', async () => {
      const { email, session, letter, token } = await withReset();
      const other = await login(email);
      assert.equal(letter.subject, 'Choose a new password for Podium');
      assert.deepEqual([letter.link!.pathname, letter.link!.searchParams.get('email')], ['/reset-password', email]);
      // The address in the link is not what counts.
      await reset(email.replace('@', ' @'), token);
      for (const ended of [session, other]) await refuses(check(ended), 'unauthorized');
      await refuses(login(email), 'bad_credentials');
      await login(email, 'another password');
      assert.equal((await letters(email, 3))[2]?.subject, 'Your Podium password has been changed');
      await refuses(reset(email, token), 'token_invalid');
    });

    it('stays as it is, when the account is deactivated while the link is opened', async () => {
      const { email, session, token } = await withReset();
      const openLink = AsyncResource.bind(() => refuses(reset(email, token), 'deactivated'));
      const { refusal } = await suite.world.database.transaction(async (tx) => {
        await setActive(session, false, tx);
        const refusal = openLink();
        await untilWaiting(suite.world.database, 1);
        return { refusal };
      });
      await refusal;
    });

    it('answers the same for an address without an account', async () => {
      const [known, unknown] = [newAddress(), newAddress()];
      await join(known);
      assert.deepEqual(await requestReset(unknown), await requestReset(known));
      await letters(known, 2);
      assert.deepEqual(await lettersTo(unknown), []);
    });

    it('wants an address, a password by the rules and a live token', async () => {
      await refuses(requestReset(''), 'missing_fields');
      await refuses(requestReset('ada'), 'bad_email');
      const { email, token } = await withReset();
      const checkReset = () => suite.server.call(accountRoutes.checkReset, { token });
      assert.deepEqual(await checkReset(), { msg: 'Choose a new password.', email });
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
      await refuses(checkReset(), 'token_invalid');
      await login(email, ada.password);
    });

    it('counts each password it has hashed in vain, and none that was set', async () => {
      const counted = async (): Promise<number> => {
        const counts = suite.db.selectFrom('rate_limits').select('count').where('key', 'like', 'token/network%');
        return (await counts.execute()).reduce((sum, { count }) => sum + count, 0);
      };
      const { email, session, token } = await withReset();
      const before = await counted();
      await setActive(session, false);
      for (let n = 1; n < 3; n += 1) {
        await refuses(reset(email, token), 'deactivated');
        assert.equal(await counted(), before + n);
      }
      await setActive(session, true);
      await suite.server.call(accountRoutes.checkReset, { token });
      await reset(email, token);
      assert.equal(await counted(), before + 2);
    });
  });
});
