import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { formatError } from './format-error.ts';

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

const system = (code: string, more: object): Error => Object.assign(new Error(`${code}: it failed`), { code, ...more });

const lines: readonly [Error, string][] = [
  [
    system('EACCES', { syscall: 'mkdir', path: '/srv/data' }),
    '/srv/data cannot be used: this user may not write there. Give it the right, or set another DATA_DIR.',
  ],
  [
    system('EROFS', { syscall: 'open', path: '/srv/data' }),
    '/srv/data cannot be used: the file system is read-only. Make it writable, or set another DATA_DIR.',
  ],
  [
    system('ENOSPC', { syscall: 'write', path: '/srv/data' }),
    '/srv/data cannot be used: the disk is full. Make room on it, or set another DATA_DIR.',
  ],
  [system('ENOSPC', { syscall: 'write' }), 'The disk is full (ENOSPC: it failed).'],
  [
    system('EACCES', { syscall: 'listen', address: '0.0.0.0', port: 80 }),
    '0.0.0.0:80 needs rights that this user does not have. Set a PORT of 1024 or above.',
  ],
  [
    system('EADDRNOTAVAIL', { syscall: 'listen', address: '203.0.113.1', port: 3000 }),
    '203.0.113.1:3000 is not an address of this machine. Set another HOST.',
  ],
];

for (const [error, line] of lines) it(`says "${line}"`, () => assert.equal(formatError(error), line));

it('prints the full stack, when an error was not foreseen', () => {
  assert.match(formatError(new TypeError('of a flaw')), /TypeError: of a flaw\n\s+at /);
});
