import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openEmbeddedPlace } from '../../../test/databases.ts';
import { createJobs, type JobDefinition } from '../jobs/jobs.ts';
import { openDatabase } from './database.ts';
import { areServable, migrate } from './migrate.ts';

test('programs that do not know a step, a job or the names of tables are told to end', async () => {
  const place = await openEmbeddedPlace();
  const log = pino({ level: 'fatal' });
  const database = await openDatabase({ ...place, log });
  try {
    const all = await migrate(database.pool, join(import.meta.dirname, '../../../migrations'), log);
    const upTo = (name: string) =>
      areServable(
        database.pool,
        all.filter((each) => each.name <= name),
      );
    assert.equal(await upTo('0108-glossary.sql'), false);
    assert.equal(await upTo('0133-rewrites-of-earlier-outlines.sql'), false);
    assert.equal(await upTo('0152-chosen-tracks.sql'), false);
    assert.equal(await upTo('9999'), true);
  } finally {
    await database.close();
    await place.close();
  }
});

test('a program that is told to end takes nothing for lost: it may be a job whose name it does not know', async () => {
  const place = await openEmbeddedPlace();
  const log = pino({ level: 'fatal' });
  const database = await openDatabase({ ...place, log });
  let settled = 0;
  const work: JobDefinition<object, undefined> = {
    name: 'work',
    run: async () => undefined,
    recoverOrphans: async () => void (settled += 1),
  };
  const jobs = await createJobs<undefined>(database, { work }, undefined, log);
  const bring = (name: string, ends: boolean) =>
    database.pool.query(`insert into migrations (name, sha256, ends_older) values ($1, '', $2)`, [name, ends]);
  try {
    await bring('9998-harmless.sql', false);
    await jobs.recoverOrphans();
    assert.equal(settled, 1);
    await bring('9999-jobs-of-new-names.sql', true);
    await jobs.recoverOrphans();
    assert.equal(settled, 1);
  } finally {
    await jobs.stop(0);
    await database.close();
    await place.close();
  }
});
