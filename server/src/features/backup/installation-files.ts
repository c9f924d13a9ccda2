import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of the installation by its key, the path in DATA_DIR with slashes. */
export type Listed = { key: string; size: number; stamp: string };

/** What recordings, imports and what was set aside lie in. The rest of DATA_DIR is made anew or of one machine. */
const places = ['videos', 'imports', 'set-aside'];

/** The id of the video or import a file was made for; undefined for what was set aside. */
export const ownerOf = (key: string): string | undefined =>
  /^(?:videos|imports)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[./]/.exec(key)?.[1];

/** What the beginning of an upload becomes when it is whole (see `videoFiles`). */
export const wholeOf = (key: string): string | undefined => /^(.+\/original)\.part$/.exec(key)?.[1];

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The files of an installation, whatever stores them. */
export type InstallationFiles = {
  list(): AsyncIterable<Listed>;
  /** Its first `size` bytes. The stream fails with ENOENT where it is gone. */
  open(file: Pick<Listed, 'key' | 'size'>): Readable;
  /** Undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Stores a file whole or not at all. */
  put(key: string, content: Readable): Promise<void>;
};

export function filesInFolder(dataDir: string): InstallationFiles {
  const pathOf = (key: string): string => join(dataDir, ...key.split('/'));

  async function* walk(folder: string): AsyncGenerator<Listed> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isGone(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* walk(path);
      else if (entry.isFile()) {
        const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        });
        if (!stats) continue;
        const key = relative(dataDir, path).split(sep).join('/');
        yield { key, size: Number(stats.size), stamp: String(stats.mtimeNs) };
      }
    }
  }

  return {
    async *list() {
      for (const place of places) yield* walk(join(dataDir, place));
    },
    // An upload grows while it is read.
    open: ({ key, size }) => (size === 0 ? Readable.from([]) : createReadStream(pathOf(key), { end: size - 1 })),
    sizeOf: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        (error: unknown) => {
          if (!isGone(error)) throw error;
          return undefined;
        },
      ),
    async put(key, content) {
      const path = pathOf(key);
      const draft = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(content, createWriteStream(draft, { flush: true }));
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
