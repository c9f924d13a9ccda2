import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 6 * 1024 ** 3;

/**
 * Has all temporary folders made in one, which goes with this process and is returned. It lies in memory where the
 * system has a place and room for it: databases of tests need not wait for a disk. `LECTERN_TEST_DISK` keeps where they
 * were, for tests that are about a disk (`server/test/on-disk.ts`).
 */
export function openTemporaryFolder(): string {
  process.env.LECTERN_TEST_DISK = tmpdir();
  const folder = mkdtempSync(join(isFit() ? memory : tmpdir(), 'lectern-tests-'));
  // PostgreSQL runs as another user, who must get through.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isFit(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !/\bnoexec\b/.test(mount) && bavail * bsize >= enough;
}
