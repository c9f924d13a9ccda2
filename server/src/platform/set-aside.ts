import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A file or folder that was moved out of the way because nothing in the database stands for it. */
export type SetAside = {
  /** What it is called in the folder of what was set aside; names it in calls. */
  name: string;
  /** Of the video or import it was made for. */
  id: string;
  kind: 'recording' | 'archive';
  at: Date;
};

/** What lies in it. */
export type Extent = { bytes: number; files: number; /** The last change of anything in it. */ changedAt: Date };

const pattern = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.[\w.]+)?$/;

function read(name: string): SetAside | undefined {
  const [, time, id, ending] = pattern.exec(name) ?? [];
  if (time === undefined || id === undefined) return undefined;
  const at = new Date(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return { name, id, kind: ending === '.zip' ? 'archive' : 'recording', at };
}

/**
 * The folder of what was set aside, in DATA_DIR. Its names tell all there is to know: the database is what may be
 * wrong. Everything in it waits for a person.
 */
export function setAsidePlace(dataDir: string) {
  const place = join(dataDir, 'set-aside');
  const pathOf = (name: string): string => join(place, name);
  return {
    /** Moves a file or folder here, whole and at once; nothing where it is gone already. */
    async add(path: string, now: Date): Promise<void> {
      await mkdir(place, { recursive: true });
      const time = now.toISOString().replaceAll(':', '-');
      await rename(path, pathOf(`${time}.${basename(path)}`)).catch(ignoreMissing);
    },
    /** All of it, newest first. */
    async all(): Promise<SetAside[]> {
      const names = await readdir(place).catch(ignoreMissing);
      return (names ?? [])
        .sort()
        .reverse()
        .flatMap((name) => read(name) ?? []);
    },
    /** Undefined when there is nothing of this name. */
    async find(name: string): Promise<SetAside | undefined> {
      const found = read(name);
      return found && (await lstat(pathOf(name)).catch(ignoreMissing)) ? found : undefined;
    },
    extent: ({ name }: SetAside): Promise<Extent> => extentOf(pathOf(name)),
    /** Moves it back to where it was. Throws what the file system says when something has taken its place. */
    async putBack({ name }: SetAside, path: string): Promise<void> {
      await rename(pathOf(name), path);
    },
    async remove({ name }: SetAside): Promise<void> {
      await rm(pathOf(name), { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function extentOf(path: string): Promise<Extent> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return { bytes: stats.size, files: 1, changedAt: stats.mtime };
  const extent: Extent = { bytes: 0, files: 0, changedAt: stats.mtime };
  for (const name of await readdir(path)) {
    const inner = await extentOf(join(path, name));
    extent.bytes += inner.bytes;
    extent.files += inner.files;
    if (inner.changedAt > extent.changedAt) extent.changedAt = inner.changedAt;
  }
  return extent;
}
