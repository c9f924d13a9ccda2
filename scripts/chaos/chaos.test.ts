// full: it kills everything at random for minutes; killed-once.test.ts kills once in each mechanism
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasCeph } from '../../server/test/ceph.ts';
import { findPostgres } from '../../server/test/postgres-cluster.ts';

const script = join(import.meta.dirname, '../chaos.ts');

/** The whole of it for a minute: members, faults and the proof. Resolves with its exit code and what it printed. */
const chaos = (...how: readonly string[]): Promise<{ code: unknown; text: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, '--minutes', '1', '--seed', '906', ...how],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, text: `${stdout}${stderr}` }),
    );
  });

describe('whatever dies, nothing promised is lost', { concurrency: true }, () => {
  for (const database of ['embedded', ...(findPostgres() ? ['postgresql'] : [])])
    it(`keeps every promise, when a minute of chaos runs on ${database}`, async () => {
      const { code, text } = await chaos('--database', database);
      assert.equal(code, 0, text);
    });
  if (findPostgres() && hasCeph())
    it('keeps every promise, when a minute of chaos hits three web and three worker processes', async () => {
      const { code, text } = await chaos('--fleet');
      assert.equal(code, 0, text);
    });
});
