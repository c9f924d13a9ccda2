import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Pictures kept of one recording, against a stranger who asks for every tenth of a second in every width. */
const most = 4000;

/** Pictures on the disk, a folder for each recording; losing them costs only time. */
export function createThumbnailCache(folder: string) {
  const folderOf = (recording: string): string =>
    join(folder, createHash('sha256').update(recording).digest('hex').slice(0, 32));
  const counts = new Map<string, number>();

  async function count(of: string): Promise<number> {
    const known = counts.get(of);
    if (known !== undefined) return known;
    await mkdir(of, { recursive: true });
    const found = (await readdir(of)).length;
    counts.set(of, found);
    return found;
  }

  return {
    /** The picture under this name of the recording whose index this is, made when it is not there. */
    async through(index: string, name: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
      const of = folderOf(dirname(index));
      const kept = await readFile(join(of, name)).catch(() => undefined);
      if (kept) return kept;
      const made = await make();
      if (!made || (await count(of)) >= most) return made;
      counts.set(of, (await count(of)) + 1);
      const partial = join(of, `${name}.${randomUUID()}`);
      await writeFile(partial, made);
      await rename(partial, join(of, name));
      return made;
    },
    async forget(recording: string): Promise<void> {
      counts.delete(folderOf(recording));
      await rm(folderOf(recording), { recursive: true, force: true });
    },
  };
}
