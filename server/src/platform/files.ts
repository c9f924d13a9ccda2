import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setAsidePlace } from './set-aside.ts';

/**
 * Where the files of recordings lie. One folder a video; deleting the folder deletes everything of it. Only
 * `finishRemoval` (features/storage) calls `remove`: it looks first whether somebody has said so.
 */
export type VideoFiles = ReturnType<typeof videoFiles>;

/** A file or folder that was made for something in the database. */
export type Stored = { id: string; path: string };

const idAtStart = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=$|\.)/;

/** Added to the name of a folder that is being removed. */
const removed = '.removed';

export function videoFiles(dataDir: string) {
  const folder = (id: string): string => join(dataDir, 'videos', id);
  const archives = join(dataDir, 'imports');
  /** An export that was received to be brought into an account. */
  const archive = (id: string): string => join(archives, `${id}.zip`);
  return {
    dataDir,
    setAside: setAsidePlace(dataDir),
    archive,
    folder,
    /** Bytes of an upload that is not finished; what follows a writer that fell silent lies in the next part. */
    part: (id: string, n = 0): string => join(folder(id), n === 0 ? 'original.part' : `original.part.${n}`),
    /** The recording as it came. */
    original: (id: string): string => join(folder(id), 'original'),
    /** The H.264/AAC rendition of a recording that browsers cannot play. */
    rendition: (id: string): string => join(folder(id), 'rendition.mp4'),
    /** The keyframe and segment index of what is played. */
    index: (id: string): string => join(folder(id), 'index.json'),
    async prepare(id: string): Promise<void> {
      await mkdir(folder(id), { recursive: true });
    },
    /**
     * Removes everything of an id, also while a job that is being stopped still writes into it: that finds no place
     * any more.
     */
    async remove(id: string): Promise<void> {
      const aside = folder(id) + removed;
      // One of a removal that was cut off.
      await rm(aside, { recursive: true, force: true });
      await rename(folder(id), aside).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rm(aside, { recursive: true, force: true, maxRetries: 3 });
      // Versions up to 0.1 copied the recordings of an archive beside it.
      for (const file of [archive(id), join(archives, `${id}.recording`)]) await rm(file, { force: true });
    },
    /** All there is of recordings and archives, whatever it is for. What is not named by an id is somebody else's. */
    async all(): Promise<Stored[]> {
      const stored: Stored[] = [];
      for (const place of [join(dataDir, 'videos'), archives])
        for (const name of await readdir(place).catch(() => [])) {
          const [id] = idAtStart.exec(name) ?? [];
          if (id !== undefined) stored.push({ id, path: join(place, name) });
        }
      return stored;
    },
    /**
     * When something stored was last written to, in milliseconds since 1970. A folder tells of new files only; the
     * bytes of a long recording come into one that is there for hours.
     */
    async changedAt({ path }: Pick<Stored, 'path'>): Promise<number> {
      const times = await Promise.all(
        [path, join(path, 'original.part'), join(path, 'original')].map(
          async (each) => (await stat(each).catch(() => undefined))?.mtimeMs ?? -Infinity,
        ),
      );
      return Math.max(...times);
    },
    /** Makes a rename in the video's folder durable. */
    async syncFolder(id: string): Promise<void> {
      const handle = await open(folder(id), 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
