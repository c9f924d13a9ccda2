import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { hour } from '@lectern/contract/rules/durations';
import { accountTools, ada, callWith, newAddress, tokenIn } from '../../../test/account-tools.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';
import { expectRefusal, refuses } from '../../../test/refusals.ts';
import { createMember } from './create-member.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import { hashPassword } from './passwords.ts';
import { withSignInLimits } from './limit-sign-ins.ts';

const { password } = ada;
const wrong = 'a wrong password';

describeServer('tries to sign in', { env: { TRUST_PROXY: '1' } }, (suite) => {
  beforeEach(() => void (suite.clock.aheadMs += hour + 1));
  const { lettersTo, letter, register, verify, requestReset, reset } = accountTools(suite);
  const newMember = async (): Promise<string> => {
    const email = newAddress();
    await createMember(suite.world, { ...ada, email });
    return email;
  };
  /** A caller from another network, as the proxy in front tells it. */
  const from = (address: string): Call => callWith(suite, { 'x-forwarded-for': address });
  const login = (email: string, typed = password, device?: string, call: Call = suite.server.call) =>
    call(accountRoutes.login, { email, password: typed, device });
  /** How many calls at the same moment ended with each status. */
  const storm = async (count: number, call: (n: number) => Promise<unknown>): Promise<Record<number, number>> => {
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        call(n).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    );
    return Object.fromEntries(
      Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all!.length]),
    );
  };
  /** Eleven networks guess so often that strangers are stopped for the account. */
  const guess = async (email: string, first: number): Promise<void> => {
    for (let network = first; network < first + 11; network += 1)
      await storm(10, () => login(email, wrong, undefined, from(`198.51.100.${network}`)));
  };

  it('let ten of 50 parallel wrong passwords through, then not even the right one until the window ends', async () => {
    const email = await newMember();
    assert.deepEqual(await storm(50, () => login(email, wrong)), { 401: 10, 429: 40 });
    await refuses(login(email), 'too_many_tries');
    suite.clock.aheadMs += hour;
    await login(email);
    assert.deepEqual(
      await storm(50, () => login('nobody@example.org')),
      { 401: 10, 429: 40 },
      'an unknown account too',
    );
  });

  it('end a wrong password’s count with a right one', async () => {
    const email = await newMember();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) await refuses(login(email, wrong), 'bad_credentials');
      await login(email);
    }
  });

  it('use nothing up when they succeed: 150 people behind one address come in at once, and come again', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => `office-${n}@example.org`);
    const { firstname, lastname } = ada;
    const person = { firstname, lastname, password_hash: await hashPassword(suite.world, password) };
    await suite.db
      .insertInto('users')
      .values(rows.map((email) => ({ ...person, email, verified_at: new Date() })))
      .execute();
    assert.deepEqual(await storm(150, (n) => login(rows[n]!)), { 200: 150 });
    assert.deepEqual(await storm(20, () => login(rows[0]!)), { 200: 20 });
  });

  it('keep the owner signed in from a known browser, when strangers guess the password', async () => {
    const email = await newMember();
    const { device } = await login(email);
    await guess(email, 0);
    const elsewhere = from('203.0.113.1');
    await refuses(login(email, password, undefined, elsewhere), 'too_many_tries');
    assert.equal((await login(email, password, device, elsewhere)).device, device);
    // An invented device token counts as a stranger's.
    await refuses(login(email, password, 'x'.repeat(43), elsewhere), 'too_many_tries');

    // Made-up links for the account, from many networks, keep no right one from working.
    const forged = { email, token: 'forged', password: 'another password' };
    for (let n = 0; n < 30; n += 1)
      await refuses(from(`198.51.100.${40 + (n % 3)}`)(accountRoutes.resetPassword, forged), 'token_invalid');

    // Without the browser, by the mailbox: the one in which the new password was chosen is known from then on.
    await requestReset(email);
    const chosen = await reset(email, tokenIn(await letter(email, /Choose a new password/)));
    await guess(email, 20);
    await login(email, 'another password', chosen.device, from('203.0.113.2'));
    await refuses(login(email, 'another password', device, from('203.0.113.2')), 'too_many_tries');
  });

  it('limits failed sign-ins from a known browser too', async () => {
    const email = await newMember();
    const { device } = await login(email);
    assert.deepEqual(await storm(20, () => login(email, wrong, device)), { 401: 10, 429: 10 });
    await refuses(login(email, password, device), 'too_many_tries');
    await login(email);
  });

  it('counts failed sign-ins per network, for administrators too', async () => {
    const email = 'watched@example.org';
    await ensureAdministrator(suite.world, { email, password });
    const enter = (typed: string, call: Call) => call(adminRoutes.login, { email, password: typed });
    assert.deepEqual(await storm(20, () => enter(wrong, from('198.51.100.9'))), { 401: 10, 429: 10 });
    await refuses(enter(password, from('198.51.100.9')), 'too_many_tries');
    await enter(password, from('203.0.113.9'));
  });

  it('stop one network that tries many accounts or links', async () => {
    const many = from('198.51.100.77');
    const tried = await storm(120, (n) => login(`none-${n}@example.org`, wrong, undefined, many));
    assert.deepEqual(tried, { 401: 100, 429: 20 });
    const statuses = new Set<number>();
    for (let n = 0; n < 101; n += 1) statuses.add((await expectRefusal(verify(String(n)))).status);
    assert.deepEqual([...statuses], [400, 429]);
  });

  it('serves other networks at once and refuses tries beyond a limit, when one network floods', async () => {
    const [flooding, other] = ['203.0.113.77', '203.0.113.78'];
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const served = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const attempt = (ip: string, n: number): Promise<void> =>
      withSignInLimits(
        { ...suite.world, ip, userAgent: '', signal, origin: suite.server.origin, turn: (work) => work() },
        { account: `flood-${n}@example.org`, email: undefined, owner: undefined, device: undefined },
        async () => {
          begun.push(ip);
          if (ip === other) served.resolve();
          // The flood would hold every place for ever, if the other network waited behind it.
          else await (begun.length > 8 ? served.promise : first.promise);
        },
      );
    const flood = storm(300, (n) => attempt(flooding, n));
    const between = attempt(other, 0);
    await eventually(async () => (begun.length === 8 ? true : undefined), 'those that are let in at once');
    first.resolve();
    await eventually(async () => begun.includes(other) || undefined, 'the other network');
    await between;
    assert.deepEqual(await flood, { 200: 256, 503: 44 });
  });

  it('and other forms send at most five emails of a kind per hour to one recipient', async () => {
    const email = newAddress();
    assert.deepEqual(await storm(50, () => register({ email })), { 200: 5, 429: 45 });
    // Each kind by itself: a flood of one keeps nobody from asking for another.
    await refuses(login(email), 'not_verified');
    suite.clock.aheadMs += hour + 1;
    assert.deepEqual(await storm(50, (n) => requestReset(`unknown-${n}@example.org`)), { 200: 50 });
    suite.clock.aheadMs += hour + 1;
    const owner = await newMember();
    assert.deepEqual(await storm(50, () => requestReset(owner)), { 200: 50 }, 'a stranger keeps no owner out');
    await suite.settle();
    assert.equal((await lettersTo(owner)).length, 5, 'the links in them still work');
  });
});
