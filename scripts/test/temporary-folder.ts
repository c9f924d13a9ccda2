import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 6 * 1024 ** 3;

/**
 * Puts all temporary folders into one, in memory if possible. `LECTERN_TEST_DISK` keeps the disk folder. This
 * process's end also ends everything started with the folder.
 */
export function openTemporaryFolder(): string {
  for (const place of new Set([memory, tmpdir()])) removeAbandoned(place);
  process.env.LECTERN_TEST_DISK = tmpdir();
  const folder = mkdtempSync(join(isFit() ? memory : tmpdir(), `lectern-tests-${countedIn()}-${process.pid}-`));
  watchEnd(folder);
  // PostgreSQL runs as another user, who must get through.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      endAllWith(folder);
      process.exit(1);
    });
  process.on('exit', () => removeFolder(folder));
  return folder;
}

/** Which count of processes the numbers of this one are from: containers may share a folder, and have a count each. */
const countedIn = (): string =>
  process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '') : '0';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Ends what runs have left that were killed together with their `end-of-run.child.ts`. */
function removeAbandoned(place: string): void {
  if (!existsSync(place)) return;
  for (const name of readdirSync(place)) {
    const [, count, pid] = /^lectern-tests-(\d+)-(\d+)-/.exec(name) ?? [];
    if (count !== countedIn() || isAlive(Number(pid))) continue;
    endAllWith(join(place, name));
    removeFolder(join(place, name));
  }
}

/** With the disks that killed tests left mounted in it. An error of an exit handler would keep its process alive. */
export function removeFolder(folder: string): void {
  try {
    for (const line of process.platform === 'linux' ? readFileSync('/proc/mounts', 'utf8').split('\n') : []) {
      const [device, disk = ''] = line.split(' ');
      if (device === 'lectern-disk' && disk.startsWith(`${folder}/`)) execFileSync('umount', ['-l', disk]);
    }
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is somebody else's.
  }
}

/** Lets a process see to the folder when this one has ended: its input ends then. */
function watchEnd(folder: string): void {
  const program = join(import.meta.dirname, 'end-of-run.child.ts');
  const watcher = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
}

/** Milliseconds that PostgreSQL has to give its shared memory back, and those from one look to the next. */
const PATIENCE = { most: 1000, each: 50 };

/**
 * Ends every process that was given the folder, including orphans of killed parents; otherwise they would fill the
 * folder again.
 */
export function endAllWith(folder: string): void {
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
