import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountRoutes, type Plan } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import type { OutboxEmail } from '../../../test/letters.ts';
import { eventually } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { createMember } from './create-member.ts';
import { sweepAccounts } from './sweep.ts';

oneDatabase((database, open) => {
  describe(`registrations on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let ahead = 0;
    before(async () => {
      place = await open();
      server = await openTestWorld({ ...place, now: () => new Date(Date.now() + ahead) });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const ada = { firstname: 'Ada', lastname: 'Lovelace', password: 'the one of ada' };
    const eve = { firstname: 'Eve', lastname: 'Dropper', password: 'the one of eve' };
    const register = (email: string, person: typeof ada, plan?: Plan) =>
      server.call(accountRoutes.register, { ...person, email, ...(plan ? { plan } : {}) });
    const login = (email: string, { password }: { password: string }) =>
      server.call(accountRoutes.login, { email, password });
    const letters = (email: string, count: number): Promise<OutboxEmail[]> =>
      eventually(async () => {
        const found = (await server.letters()).filter(({ to }) => to === email);
        return found.length >= count ? found : undefined;
      }, `${count} mails to ${email}`);
    const tokenIn = (letter: OutboxEmail | undefined): string => letter?.link?.searchParams.get('token') ?? '';
    const verify = (letter: OutboxEmail | undefined) => server.call(accountRoutes.verify, { token: tokenIn(letter) });
    const waitingFor = async (email: string): Promise<number> =>
      (await server.world.database.kysely.selectFrom('registrations').select('id').where('email', '=', email).execute())
        .length;
    /** Two registrations of one address, in order, with the mail of each. */
    const both = async (email: string, plan?: Plan): Promise<[OutboxEmail, OutboxEmail]> => {
      await register(email, ada, plan);
      await letters(email, 1);
      await register(email, eve);
      const [first, second] = await letters(email, 2);
      return [first!, second!];
    };

    it('confirms each registration by its own link, with its own password, name and plan', async () => {
      const email = 'first@example.org';
      const [first, second] = await both(email, 'executive');
      const session = await verify(first);
      assert.deepEqual([session.firstname, session.plan], ['Ada', 'executive']);
      await refuses(verify(second), 'already_verified');
      await refuses(login(email, eve), 'bad_credentials');
      await login(email, ada);
      assert.equal(await waitingFor(email), 0);
    });

    it('leave the later one its link when the owner of the mailbox opens that', async () => {
      const email = 'second@example.org';
      const [first, second] = await both(email, 'executive');
      const session = await verify(second);
      assert.deepEqual([session.firstname, session.plan], ['Eve', 'free']);
      await refuses(verify(first), 'already_verified');
      await refuses(login(email, ada), 'bad_credentials');
    });

    it('confirmed at the same moment make one account', async () => {
      for (let round = 0; round < 3; round += 1) {
        const email = `race-${round}@example.org`;
        const [first, second] = await both(email);
        const outcomes = await Promise.allSettled([verify(first), verify(second), verify(first), verify(second)]);
        const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
        assert.equal(opened.length, 1);
        const mine = opened[0]!.firstname === 'Ada' ? ada : eve;
        await login(email, mine);
        await refuses(login(email, mine === ada ? eve : ada), 'bad_credentials');
      }
    });

    it('get their link once more from who signs in with their password', async () => {
      const email = 'again@example.org';
      await both(email);
      await refuses(login(email, { password: 'a wrong password' }), 'bad_credentials');
      await refuses(login(email, ada), 'not_verified');
      const session = await verify((await letters(email, 3))[2]);
      assert.equal(session.firstname, 'Ada');
    });

    it('resends only the email of that registration, up to the limit per email', async () => {
      const email = 'send-again@example.org';
      const { registration, msg } = await register(email, ada);
      await letters(email, 1);
      assert.match(msg, /sent you an email/);
      const again = (id: string) => server.call(accountRoutes.registerAgain, { registration: id });
      const answer = await again(registration);
      await verify((await letters(email, 2))[1]);
      assert.deepEqual(await again(registration), answer, 'confirmed meanwhile');
      assert.deepEqual(await again(crypto.randomUUID()), answer, 'never made');

      const busy = 'busy-mailbox@example.org';
      const { registration: id } = await register(busy, ada);
      for (let n = 0; n < 8; n += 1) assert.deepEqual(await again(id), answer);
      await server.world.jobs.settle();
      assert.equal((await letters(busy, 1)).length, 6);
      assert.equal((await letters(email, 1)).length, 2);
    });

    it('open no account to who typed the password, when another chooses one by the reset mail', async () => {
      const email = 'reset@example.org';
      await both(email);
      await server.call(accountRoutes.requestReset, { email });
      const token = tokenIn((await letters(email, 3))[2]);
      await server.call(accountRoutes.resetPassword, { email, token, password: 'of the mailbox owner' });
      await refuses(login(email, ada), 'bad_credentials');
      await refuses(login(email, eve), 'bad_credentials');
      await login(email, { password: 'of the mailbox owner' });
    });

    it('recognises spent registration links for a month, and reveals nothing without them', async () => {
      const email = 'opened-again@example.org';
      const [first, second] = await both(email);
      await verify(first);
      const began = ahead;
      ahead += 29 * day;
      await sweepAccounts(server.world);
      for (const link of [first, second]) await refuses(verify(link), 'already_verified');
      await refuses(server.call(accountRoutes.verify, { token: `${tokenIn(first)}x` }), 'token_invalid');
      ahead += 2 * day;
      await sweepAccounts(server.world);
      await refuses(verify(first), 'token_invalid');
      ahead = began;
    });

    it('puts no text typed at registration into emails to unverified recipients', async () => {
      const email = 'stranger@example.org';
      await register(email, { ...eve, firstname: 'You won! Claim at http://evil.example/claim today.' });
      await server.call(accountRoutes.requestReset, { email });
      for (const { text } of await letters(email, 2)) assert.doesNotMatch(text, /evil|Claim/);
    });

    it('deletes unconfirmed registrations after a week', async () => {
      const email = 'forgotten@example.org';
      await register(email, ada);
      await letters(email, 1);
      ahead += 6 * day;
      await sweepAccounts(server.world);
      assert.equal(await waitingFor(email), 1);
      ahead += 2 * day;
      await sweepAccounts(server.world);
      assert.equal(await waitingFor(email), 0);
    });
  });

  it(`does the same work before answering for known and unknown emails on ${database}`, async () => {
    const place = await open();
    // No job runs: what is there after the answer was done before it.
    const server = await openTestWorld({ ...place, jobs: false });
    try {
      const { kysely } = server.world.database;
      const known = { email: 'known@example.org', password: 'a right password' };
      await createMember(server.world, { ...known, firstname: 'Ada', lastname: 'Lovelace' });
      const counts = async () => ({
        registrations: (await kysely.selectFrom('registrations').select('id').execute()).length,
        resets: (await kysely.selectFrom('reset_requests').select('id').execute()).length,
        mails: (await kysely.selectFrom('emails').select('id').execute()).length,
        tokens: (await kysely.selectFrom('mail_tokens').select('token_hash').execute()).length,
      });
      for (const [n, email] of [known.email, 'unknown@example.org'].entries()) {
        await server.call(accountRoutes.register, { ...known, email, firstname: 'Eve', lastname: 'Dropper' });
        await server.call(accountRoutes.requestReset, { email });
        assert.deepEqual(await counts(), { registrations: n + 1, resets: n + 1, mails: 0, tokens: 0 }, email);
      }
      await server.world.jobs.settle();
      const subjects = (await server.letters()).map(({ to, subject }) => `${to}: ${subject}`);
      assert.deepEqual(subjects.toSorted(), [
        'known@example.org: Choose a new password for Lectern',
        'known@example.org: You already have a Lectern account',
        'unknown@example.org: Choose a new password for Lectern',
        'unknown@example.org: Verify your email address for Lectern',
      ]);
      assert.deepEqual(await counts(), { registrations: 1, resets: 0, mails: 4, tokens: 3 });
    } finally {
      await server.close();
      await place.close();
    }
  });
});
