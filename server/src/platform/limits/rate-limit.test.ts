import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { describeDatabase } from '../../../test/describe-database.ts';
import {
  countNetworkTry,
  type RateLimit,
  networkForIp,
  returnNetworkTry,
  siteForIp,
  withRateLimits,
} from './rate-limit.ts';
import { createNetworkRate, createRate } from './rate.ts';

it('counts tries by network, an IPv4 address or a /64, and by site, a /48 of IPv6', () => {
  for (const [ip, network, site] of [
    ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ] as const)
    assert.deepEqual([networkForIp(ip), siteForIp(ip)], [network, site], ip);
});

describeDatabase('limits on failures', 'both', (suite) => {
  const few: RateLimit = { name: 'few', tries: 2, minutes: 1 };
  const many: RateLimit = { name: 'many', tries: 3, minutes: 1 };
  const now = new Date();
  const wrong = new Problem('bad_credentials');
  const isFailure = (error: unknown): boolean => error === wrong;
  const attempt = (limits: readonly (readonly [RateLimit, string])[], failure?: unknown): Promise<string> =>
    withRateLimits(suite.kysely, limits, now, {
      isFailure,
      work: () => (failure ? Promise.reject(failure) : Promise.resolve('in')),
    }).catch((error: unknown) => (error as Problem).code);

  it('counts tries per network and per site, so thousands of networks share few tries', async () => {
    const count = (ip: string): Promise<void> => countNetworkTry(suite.kysely, few, ip, now);
    const refused = { code: 'too_many_tries' };
    for (let n = 0; n < 16; n += 1) await count(`2001:db8:1:${n}::1`);
    for (let n = 16; n < 20; n += 1) await assert.rejects(count(`2001:db8:1:${n}::1`), refused);
    await count('2001:db8:2::1');
    for (let n = 0; n < 5; n += 1) await returnNetworkTry(suite.kysely, few, '2001:db8:1:0::1');
    await count('2001:db8:1:0::1');
    for (let n = 0; n < 2; n += 1) await count('192.0.2.1');
    await assert.rejects(count('192.0.2.1'), refused);
  });

  it('take a try of all or of none', async () => {
    for (let n = 0; n < 2; n += 1) await attempt([[few, 'of all networks']], wrong);
    const both = [
      [many, 'own'],
      [few, 'of all networks'],
    ] as const;
    for (let n = 0; n < 5; n += 1) assert.equal(await attempt(both), 'too_many_tries');
    assert.equal(await attempt([[many, 'own']]), 'in', 'What another limit has refused used this one up.');
  });
});

test('a rate counts each by itself, and remembers them all however many there are', () => {
  const rate = createRate(2, 3_600_000);
  assert.deepEqual([rate.count('a'), rate.count('a'), rate.isUsedUp('a'), rate.count('a')], [true, true, true, false]);
  for (let n = 0; n < 20_000; n += 1) assert.ok(rate.count(`network ${n}`));
  assert.ok(!rate.count('a'), 'Many others made it forget this one.');
});

test('a rate begins anew with its window', () => {
  const rate = createRate(1, 0);
  assert.deepEqual([rate.count('a'), rate.count('a'), rate.isUsedUp('a')], [true, true, false]);
});

test('a site of IPv6 may do eight times what a network may, however many networks it has', () => {
  const rate = createNetworkRate(3);
  const counted = Array.from({ length: 100 }, (_, n) => rate.count(`2001:db8:1:${n.toString(16)}::1`));
  assert.equal(counted.filter(Boolean).length, 24);
  assert.ok(rate.isUsedUp('2001:db8:1:ffff::1'));
  assert.ok(rate.count('2001:db8:2::1'), 'Another site is refused.');
});
