import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';

it('understands old flags and warns once, when they are given', async () => {
  const words = ['--help', '--again', '--only=ID', '--only', 'ID'];
  const program = join(import.meta.dirname, 'cli.ts');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words]);
  assert.match(stdout, /^Usage:\n/);
  assert.equal(
    stderr,
    'Flags have new names; the old ones are still read: --again is now --include-duplicates, --only is now --videos.\n',
  );
});
