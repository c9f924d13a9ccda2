import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { day } from '@lectern/contract/rules/durations';
import { pino } from 'pino';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Subscription } from '../../ports/payments/port.ts';
import { syncCustomer } from './sync.ts';

const folder = join(import.meta.dirname, '../../../migrations');
const log = pino({ level: 'fatal' });
const now = new Date('2026-11-25T10:00:00Z');
const at = (days: number): Date => new Date(now.getTime() + days * day);

oneDatabase((name, open) => {
  describe(`members of versions that did not note what they applied, on ${name}`, () => {
    let place: TestPlace;
    let test: TestWorld;
    const [refused, running] = [randomUUID(), randomUUID()];
    before(async () => {
      place = await open();
      const url = place.databaseUrl === undefined ? {} : { url: place.databaseUrl };
      const database = await openDatabase({ ...place, ...url, log });
      const { pool } = database;
      await pool.query('drop schema public cascade; create schema public');
      await migrate(pool, folder, log, '0142-edited-quotes.sql');
      for (const [n, [id, lapsed]] of [[refused, true] as const, [running, false] as const].entries()) {
        await pool.query(
          `insert into users (id, email, firstname, lastname, password_hash, plan, subscription_status, membership_end)
           values ($1, $2, 'A', 'B', '', 'professional', 'active', $3)`,
          [id, `member${n}@example.org`, at(400)],
        );
        await pool.query(
          'insert into billing_accounts (user_id, customer_id, subscription_id, lapsed) values ($1, $2, $3, $4)',
          [id, `cus_${n}`, `sub_${n}`, lapsed],
        );
      }
      await migrate(pool, folder, log);
      await database.close();
      test = await openTestWorld({ ...place, now: () => now });
    });
    after(async () => {
      await test?.close();
      await place?.close();
    });

    const standingAfter = async (customerId: string, subscription: Subscription) => {
      const truthOf = async () => ({ subscriptions: [subscription], payments: [] });
      await syncCustomer({ ...test.world, payments: { ...test.world.payments, truthOf } }, customerId);
      const { plan, membership_end } = await test.world.database.kysely
        .selectFrom('users')
        .innerJoin('billing_accounts', 'user_id', 'users.id')
        .select(['plan', 'membership_end'])
        .where('customer_id', '=', customerId)
        .executeTakeFirstOrThrow();
      return [plan, membership_end?.toISOString()];
    };
    const granted = ['professional', at(400).toISOString()];
    const month = { plan: 'executive' as const, periodStart: at(-20), periodEnd: at(10), createdAt: at(-50) };

    it('keeps what was granted after a refused renewal, when the provider repeatedly reports otherwise', async () => {
      const subscription: Subscription = { ...month, id: 'sub_0', state: 'unpaid', stoppedAt: at(-20) };
      for (const said of [
        subscription,
        subscription,
        { ...subscription, periodStart: at(-1), periodEnd: at(29) },
        { ...subscription, state: 'ended' as const, stoppedAt: at(-1) },
      ])
        deepEqual(await standingAfter('cus_0', said), granted);
    });

    it('keep a longer grant beside a subscription that runs, when it is first asked about', async () => {
      const subscription: Subscription = { ...month, id: 'sub_1', state: 'active' };
      deepEqual(await standingAfter('cus_1', subscription), granted);
      deepEqual(await standingAfter('cus_1', { ...subscription, state: 'ending' }), granted);
    });

    it('say to a version that serves beside this one what runs no more', async () => {
      const subscription: Subscription = { ...month, id: 'sub_1', state: 'active' };
      const lapsedAfter = async (said: Subscription) => {
        await standingAfter('cus_1', said);
        const { lapsed } = await test.world.database.kysely
          .selectFrom('billing_accounts')
          .select('lapsed')
          .where('customer_id', '=', 'cus_1')
          .executeTakeFirstOrThrow();
        return lapsed;
      };
      deepEqual(
        [
          await lapsedAfter(subscription),
          await lapsedAfter({ ...subscription, state: 'unpaid' }),
          await lapsedAfter({ ...subscription, state: 'ended' }),
        ],
        [false, true, false],
      );
    });
  });
});
