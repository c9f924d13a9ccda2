import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 6 * 1024 ** 3;

/**
 * Has all temporary folders made in one, which goes with this process and is returned. It lies in memory where the
 * system has a place and room for it: databases of tests need not wait for a disk. `LECTERN_TEST_DISK` keeps where they
 * were, for tests that are about a disk (`server/test/on-disk.ts`). A signal ends all that was started with the folder, too.
 */
export function openTemporaryFolder(): string {
  process.env.LECTERN_TEST_DISK = tmpdir();
  const folder = mkdtempSync(join(isFit() ? memory : tmpdir(), 'lectern-tests-'));
  // PostgreSQL runs as another user, who must get through.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      endAllWith(folder);
      process.exit(1);
    });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Milliseconds that PostgreSQL has to give its shared memory back, and those from one look to the next. */
const PATIENCE = { most: 1000, each: 50 };

/**
 * Ends every process that was told of the folder: test files, the servers and browsers they started, and those whose
 * parents were killed in a test. They would go on, and fill the folder again.
 */
function endAllWith(folder: string): void {
  if (process.platform !== 'linux') return;
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited <= 2 * PATIENCE.most; waited += PATIENCE.each) {
    const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid);
    const ours = pids.filter((pid) => environmentOf(pid).includes(`TMPDIR=${folder}`));
    if (ours.length === 0) return;
    for (const pid of ours) {
      try {
        process.kill(Number(pid), waited < PATIENCE.most ? 'SIGQUIT' : 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    Atomics.wait(sleeping, 0, 0, PATIENCE.each);
  }
}

/** Empty where the process has ended or is somebody else's. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function isFit(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !/\bnoexec\b/.test(mount) && bavail * bsize >= enough;
}
