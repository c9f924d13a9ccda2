import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder on a disk of its own that can be made full: from then on every write gets a real ENOSPC. */
export type Disk = {
  folder: string;
  /** Leaves so many bytes; undefined where no disk could be mounted. */
  fill: ((leave: number) => Promise<void>) | undefined;
  empty(): Promise<void>;
  close(): Promise<void>;
};

/** Mounts a tmpfs of `size` bytes, which only root may; elsewhere it is an ordinary folder whose disk is never full. */
export async function openDisk(size: number): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  const mount = (...args: string[]): Promise<unknown> => run('mount', ['-t', 'tmpfs', ...args, 'lectern-disk', folder]);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mount('-o', `size=${size},mode=700`);
  } catch {
    console.log('No disk can be mounted here (that takes root): it is never full in this run.');
    return { folder, fill: undefined, empty: async () => undefined, close: remove };
  }
  const leave = (): void => void execFileSync('umount', ['-l', folder]);
  process.once('exit', leave);
  return {
    folder,
    // A disk of the size of what is on it is full at once, and takes no memory for that.
    async fill(leave) {
      let problem: unknown;
      for (let tries = 20; tries > 0; tries -= 1) {
        const { blocks, bfree, bsize } = await statfs(folder);
        try {
          await mount('-o', `remount,size=${(blocks - bfree) * bsize + leave}`);
          const now = await statfs(folder);
          if (now.bfree * now.bsize <= leave + now.bsize) return;
          problem = new Error(`Something removes files from ${folder} again and again.`);
        } catch (error) {
          // More has been written meanwhile than the disk was to hold.
          problem = error;
        }
      }
      throw problem;
    },
    async empty() {
      await mount('-o', `remount,size=${size}`);
    },
    async close() {
      process.off('exit', leave);
      leave();
      await remove();
    },
  };
}
