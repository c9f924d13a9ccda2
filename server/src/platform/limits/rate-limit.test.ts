import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { pino } from 'pino';
import { bothDatabases, type TestPlace } from '../../../test/databases.ts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  countNetworkTry,
  type RateLimit,
  networkForIp,
  returnNetworkTry,
  siteForIp,
  withRateLimits,
} from './rate-limit.ts';

test('tries count by network: an IPv4 address, or a /64 of IPv6', () => {
  assert.equal(networkForIp('192.0.2.7'), '192.0.2.7');
  assert.equal(networkForIp('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(networkForIp('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkForIp('2001:db8:1:2::9'), '2001:db8:1:2::/64');
  assert.equal(networkForIp('2001:db8::9'), '2001:db8:0:0::/64');
  assert.equal(networkForIp('::1'), '0:0:0:0::/64');
  assert.equal(networkForIp('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('a site is a /48 of IPv6: the most that one customer of a provider gets', () => {
  assert.equal(siteForIp('192.0.2.7'), '192.0.2.7');
  assert.equal(siteForIp('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(siteForIp('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
  assert.equal(siteForIp('2001:db8::9'), '2001:db8:0::/48');
});

bothDatabases((name, open) => {
  describe(`limits on failures, on ${name}`, () => {
    const few: RateLimit = { name: 'few', tries: 2, minutes: 1 };
    const many: RateLimit = { name: 'many', tries: 3, minutes: 1 };
    let place: TestPlace;
    let database: Database;
    before(async () => {
      place = await open();
      const { dataDir, databaseUrl } = place;
      database = await openDatabase({
        dataDir,
        log: pino({ level: 'fatal' }),
        ...(databaseUrl ? { url: databaseUrl } : {}),
      });
    });
    after(async () => {
      await database?.close();
      await place?.close();
    });

    const now = new Date();
    const wrong = new Problem('bad_credentials');
    const isFailure = (error: unknown): boolean => error === wrong;
    const attempt = (limits: readonly (readonly [RateLimit, string])[], failure?: unknown): Promise<string> =>
      withRateLimits(database.kysely, limits, now, {
        isFailure,
        work: () => (failure ? Promise.reject(failure) : Promise.resolve('in')),
      }).catch((error: unknown) => (error as Problem).code);

    it('count failures, and nothing else', async () => {
      const limits = [[few, 'counted']] as const;
      for (let n = 0; n < 5; n += 1) assert.equal(await attempt(limits), 'in');
      for (let n = 0; n < 5; n += 1) assert.equal(await attempt(limits, new Problem('unavailable')), 'unavailable');
      for (let n = 0; n < 2; n += 1) assert.equal(await attempt(limits, wrong), 'bad_credentials');
      assert.equal(await attempt(limits), 'too_many_tries');
    });

    it('counts tries per network and per site, so thousands of networks share few tries', async () => {
      const count = (ip: string): Promise<void> => countNetworkTry(database.kysely, few, ip, now);
      const refused = { code: 'too_many_tries' };
      for (let n = 0; n < 16; n += 1) await count(`2001:db8:1:${n}::1`);
      for (let n = 16; n < 20; n += 1) await assert.rejects(count(`2001:db8:1:${n}::1`), refused);
      await count('2001:db8:2::1');
      for (let n = 0; n < 5; n += 1) await returnNetworkTry(database.kysely, few, '2001:db8:1:0::1');
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
});
