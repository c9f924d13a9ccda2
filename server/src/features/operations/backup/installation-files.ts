import { Readable } from 'node:stream';
import type { Storage } from '../../../ports/storage/port.ts';

/** An object of the installation; `stamp` is another one as soon as its content is. */
export type InstallationObject = { key: string; size: number; stamp: string };

/** Folders of recordings, imports and the quarantine. Other files can be made again or belong to one machine. */
const places = ['videos/', 'imports/', 'set-aside/'];

/** The id of the video or import a file was made for; undefined for what was set aside. */
export const ownerIdOfKey = (key: string): string | undefined =>
  /^(?:videos|imports)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[./]/.exec(key)?.[1];

/** Returns the key of the whole original for an unfinished upload (see `keyOf.part`). */
export const originalKeyOfPart = (key: string): string | undefined => /^(.+\/original)\.part$/.exec(key)?.[1];

/** The files of an installation. */
export type InstallationFiles = {
  list(): AsyncIterable<InstallationObject>;
  /** Its first `size` bytes. The stream fails with `not_found` where it is gone. */
  open(file: Pick<InstallationObject, 'key' | 'size'>): Readable;
  /** Undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Stores a file whole or not at all. */
  put(key: string, content: Readable, size: number): Promise<void>;
};

export function filesIn(storage: Storage): InstallationFiles {
  // An upload grows while it is read.
  async function* beginning({ key, size }: Pick<InstallationObject, 'key' | 'size'>): AsyncGenerator<Buffer> {
    if (size > 0) yield* await storage.read(key, { start: 0, end: size - 1 });
  }
  return {
    async *list() {
      for (const place of places)
        for await (const { key, size, etag } of storage.list(place)) yield { key, size, stamp: etag };
    },
    open: (file) => Readable.from(beginning(file), { objectMode: false }),
    sizeOf: async (key) => (await storage.find(key))?.size,
    put: (key, content, size) => storage.put(key, content, { size }),
  };
}
