import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The rights of everybody but the owner. */
const ofOthers = 0o077;

/** From here on nothing this process makes, and no child of it, is open to other users of the machine. */
export function keepFilesPrivate(): void {
  process.umask(ofOthers);
}

/**
 * Creates the folder if missing, and closes it and its contents to other users. Throws if not writable; resolves with
 * an operator notice if another user owns it.
 */
export async function ensurePrivateFolder(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = join(folder, `.${randomUUID()}`);
  await writeFile(probe, '');
  await rm(probe);
  // Windows has rights of another kind.
  if (process.platform === 'win32' || ((await stat(folder)).mode & ofOthers) === 0) return undefined;
  try {
    // The folder itself comes last: a start that is cut off here does all of it again.
    await closeAll(folder);
    await chmod(folder, 0o700);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return `The folder ${folder} is open to other users of this machine, and belongs to somebody else who would have to close it.`;
  }
}

async function closeAll(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      const stats = await lstat(path);
      if (stats.isDirectory()) await closeAll(path);
      else if (!stats.isFile()) continue;
      if (stats.mode & ofOthers) await chmod(path, stats.mode & 0o7700);
    } catch (error) {
      // Another server that starts on the same folder has removed what it had made to try.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
