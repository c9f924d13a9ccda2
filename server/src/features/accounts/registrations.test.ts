import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoutes, type Plan } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { accountTools, tokenIn } from '../../../test/account-tools.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { refuses } from '../../../test/refusals.ts';
import { createMember } from './create-member.ts';
import { sweepAccounts } from './sweep.ts';

const ada = { firstname: 'Ada', lastname: 'Lovelace', password: 'the one of ada' };
const eve = { firstname: 'Eve Won! http://evil.example', lastname: 'Dropper', password: 'the one of eve' };

describeServer('registrations', {}, (suite) => {
  const { letters, register, verify, login, requestReset, reset } = accountTools(suite);
  const waitingFor = async (email: string): Promise<number> =>
    (await suite.db.selectFrom('registrations').select('id').where('email', '=', email).execute()).length;
  const sweepAfter = (days: number): Promise<void> => {
    suite.clock.aheadMs += days * day;
    return sweepAccounts(suite.world);
  };
  /** Two registrations of one address, of Ada and of Eve, with the token of the mail of each. */
  const both = async (email: string, plan: Plan = 'free'): Promise<[ada: string, eve: string]> => {
    await register({ ...ada, email, plan });
    await letters(email, 1);
    await register({ ...eve, email });
    const [first, second] = await letters(email, 2);
    return [tokenIn(first), tokenIn(second)];
  };

  it('confirms each registration by its own link, with its own password, name and plan', async () => {
    for (const [n, mine, other, plan] of [
      [0, ada, eve, 'executive'],
      [1, eve, ada, 'free'],
    ] as const) {
      const email = `own-link-${n}@example.org`;
      const tokens = await both(email, 'executive');
      const session = await verify(tokens[n]);
      assert.deepEqual([session.firstname, session.plan], [mine.firstname, plan]);
      await refuses(verify(tokens[1 - n]!), 'already_verified');
      await refuses(login(email, other.password), 'bad_credentials');
      await login(email, mine.password);
      assert.equal(await waitingFor(email), 0);
    }
  });

  it('confirmed at the same moment make one account', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = `race-${round}@example.org`;
      const [first, second] = await both(email);
      const outcomes = await Promise.allSettled([first, second, first, second].map(verify));
      const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      assert.equal(opened.length, 1);
      const isAda = opened[0]!.firstname === ada.firstname;
      await login(email, (isAda ? ada : eve).password);
      await refuses(login(email, (isAda ? eve : ada).password), 'bad_credentials');
    }
  });

  it('sends the link once more, when the owner signs in with the password of the registration', async () => {
    const email = 'again@example.org';
    await both(email);
    await refuses(login(email, 'a wrong password'), 'bad_credentials');
    await refuses(login(email, ada.password), 'not_verified');
    assert.equal((await verify(tokenIn((await letters(email, 3))[2]))).firstname, ada.firstname);
  });

  it('get their own link once more, when their page asks, up to the limit per email', async () => {
    const email = 'send-again@example.org';
    const { registration, msg } = await register({ ...ada, email });
    await letters(email, 1);
    assert.match(msg, /sent you an email/);
    const again = (id: string) => suite.server.call(accountRoutes.registerAgain, { registration: id });
    const answer = await again(registration);
    await verify(tokenIn((await letters(email, 2))[1]));
    assert.deepEqual(await again(registration), answer, 'confirmed meanwhile');
    assert.deepEqual(await again(crypto.randomUUID()), answer, 'never made');

    const busy = 'busy-mailbox@example.org';
    const { registration: id } = await register({ ...ada, email: busy });
    for (let n = 0; n < 8; n += 1) assert.deepEqual(await again(id), answer);
    await suite.settle();
    assert.equal((await letters(busy, 1)).length, 6);
    assert.equal((await letters(email, 1)).length, 2);
  });

  it('opens no account to who typed the password, when another chooses one by the reset mail', async () => {
    const email = 'reset@example.org';
    const [first] = await both(email);
    await requestReset(email);
    const sent = await letters(email, 3);
    for (const { text } of sent) assert.doesNotMatch(text, /Ada|evil|Won/);
    const token = tokenIn(sent[2]);
    await refuses(verify(token), 'token_invalid');
    await reset(email, token, 'of the mailbox owner');
    for (const { password } of [ada, eve]) await refuses(login(email, password), 'bad_credentials');
    assert.equal((await login(email, 'of the mailbox owner')).membership_expired, false);
    await refuses(verify(first), 'already_verified');
  });

  it('recognises spent links for a month, and reveals nothing without them', async () => {
    const tokens = await both('opened-again@example.org');
    await verify(tokens[0]);
    await sweepAfter(29);
    for (const token of tokens) await refuses(verify(token), 'already_verified');
    await refuses(verify(`${tokens[0]}x`), 'token_invalid');
    await sweepAfter(2);
    await refuses(verify(tokens[0]), 'token_invalid');
  });

  it('deletes unconfirmed registrations after a week', async () => {
    const email = 'forgotten@example.org';
    await register({ ...ada, email });
    await letters(email, 1);
    await sweepAfter(6);
    assert.equal(await waitingFor(email), 1);
    await sweepAfter(2);
    assert.equal(await waitingFor(email), 0);
  });
});

// No job runs: what is there after the answer was done before it.
describeServer('work before an answer', { jobs: false }, (suite) => {
  it('does the same work before answering for known and unknown emails', async () => {
    const { register, requestReset } = accountTools(suite);
    const known = 'known@example.org';
    await createMember(suite.world, { ...ada, email: known });
    const count = async (table: 'registrations' | 'reset_requests' | 'emails' | 'mail_tokens') =>
      (await suite.db.selectFrom(table).selectAll().execute()).length;
    const counts = () =>
      Promise.all((['registrations', 'reset_requests', 'emails', 'mail_tokens'] as const).map(count));
    for (const [n, email] of [known, 'unknown@example.org'].entries()) {
      await register({ ...eve, email });
      await requestReset(email);
      assert.deepEqual(await counts(), [n + 1, n + 1, 0, 0], email);
    }
    await suite.settle();
    const subjects = (await suite.server.letters()).map(({ to, subject }) => `${to}: ${subject}`);
    assert.deepEqual(subjects.toSorted(), [
      'known@example.org: Choose a new password for Lectern',
      'known@example.org: You already have a Lectern account',
      'unknown@example.org: Choose a new password for Lectern',
      'unknown@example.org: Verify your email address for Lectern',
    ]);
    assert.deepEqual(await counts(), [1, 0, 4, 3]);
  });
});
