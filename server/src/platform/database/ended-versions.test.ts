import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openEmbeddedPlace } from '../../../test/databases.ts';
import { openDatabase } from './database.ts';
import { areServable, migrate } from './migrate.ts';

test('programs that do not know the step speakers are told to end, and those that do go on', async () => {
  const place = await openEmbeddedPlace();
  const database = await openDatabase({ ...place, log: pino({ level: 'fatal' }) });
  try {
    const all = await migrate(database.pool, join(import.meta.dirname, '../../../migrations'));
    const upTo = (name: string) =>
      areServable(
        database.pool,
        all.filter((each) => each.name <= name),
      );
    assert.equal(await upTo('0108-glossary.sql'), false);
    assert.equal(await upTo('9999'), true);
  } finally {
    await database.close();
    await place.close();
  }
});
