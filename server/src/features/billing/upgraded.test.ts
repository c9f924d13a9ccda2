import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { day } from '@lectern/contract/rules/durations';
import { pino } from 'pino';
import { describeServer } from '../../../test/describe-server.ts';
import { openTestWorld } from '../../../test/world.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Subscription } from '../../ports/payments/port.ts';
import { syncCustomer } from './sync.ts';

const folder = join(import.meta.dirname, '../../../migrations');
const log = pino({ level: 'fatal' });
const now = new Date('2026-11-25T10:00:00Z');
const at = (days: number): Date => new Date(now.getTime() + days * day);

describeServer('members of versions that did not note what they applied', { now }, (suite) => {
  before(async () => {
    await suite.server.close();
    const { dataDir, databaseUrl: url } = suite.place;
    const database = await openDatabase({ dataDir, log, ...(url === undefined ? {} : { url }) });
    const { pool } = database;
    await pool.query('drop schema public cascade; create schema public');
    await migrate(pool, folder, log, '0142-edited-quotes.sql');
    for (const n of [0, 1]) {
      const id = randomUUID();
      await pool.query(
        `insert into users (id, email, firstname, lastname, password_hash, plan, subscription_status, membership_end)
         values ($1, $2, 'A', 'B', '', 'professional', 'active', $3)`,
        [id, `member${n}@example.org`, at(400)],
      );
      await pool.query(
        'insert into billing_accounts (user_id, customer_id, subscription_id, lapsed) values ($1, $2, $3, $4)',
        [id, `cus_${n}`, `sub_${n}`, n === 0],
      );
    }
    await migrate(pool, folder, log);
    await database.close();
    // By it the folder is bound to the database that was there before.
    await rm(join(dataDir, 'installation'));
    suite.server = await openTestWorld({ ...suite.place, ...suite.settings });
  });

  const after = async (customerId: string, subscription: Subscription) => {
    const truthOf = async () => ({ subscriptions: [subscription], payments: [] });
    await syncCustomer({ ...suite.world, payments: { ...suite.world.payments, truthOf } }, customerId);
    return suite.db
      .selectFrom('users')
      .innerJoin('billing_accounts', 'user_id', 'users.id')
      .select(['plan', 'membership_end', 'lapsed'])
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
  };
  const granted = { plan: 'professional', membership_end: at(400) };
  const month = { plan: 'executive' as const, periodStart: at(-20), periodEnd: at(10), createdAt: at(-50) };

  it('keep what was granted after a refused renewal, when the provider repeatedly reports otherwise', async () => {
    const refused: Subscription = { ...month, id: 'sub_0', state: 'unpaid', stoppedAt: at(-20) };
    for (const said of [refused, refused, { ...refused, periodStart: at(-1), periodEnd: at(29) }])
      deepEqual(await after('cus_0', said), { ...granted, lapsed: true });
    const ended = { ...refused, state: 'ended' as const, stoppedAt: at(-1) };
    deepEqual(await after('cus_0', ended), { ...granted, lapsed: false });
  });

  it('keep a longer grant, and say to a version that serves beside this one what runs no more', async () => {
    for (const [state, lapsed] of [
      ['active', false],
      ['ending', false],
      ['unpaid', true],
      ['ended', false],
    ] as const)
      deepEqual(await after('cus_1', { ...month, id: 'sub_1', state }), { ...granted, lapsed }, state);
  });
});
