import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { isFileMissingError, unlessMissing } from '../../../platform/files/local-files.ts';

const sha256 = boundedText(64).regex(/^[\da-f]{64}$/);

/** Nothing that would lead out of the folder it is restored to. */
const key = boundedText(2_000).regex(/^(?:videos|imports|set-aside)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)+$/);

/** A file of the installation. `stamp` changes whenever its content does. */
const StoredFile = z.object({ key, size: z.number().int().nonnegative(), stamp: boundedText(200), sha256 });

const Manifest = z.object({
  format: z.literal(1),
  /** UTC. */
  createdAt: z.iso.datetime().max(40),
  installation: z.uuid(),
  database: z.object({
    sha256,
    size: z.number().int().nonnegative(),
    rows: z.record(boundedText(100), z.number().int().nonnegative()),
    /** Hash of the tables only, independent of compression; see `SnapshotDigest`. */
    content: sha256,
  }),
  files: z.array(StoredFile),
});

export type StoredFile = z.output<typeof StoredFile>;
export type BackupManifest = z.output<typeof Manifest>;

/**
 * Opens a backup folder. `objects` stores each content once by SHA-256, `manifests` lists each backup's files, and
 * `journal` those an unfinished backup has copied.
 */
export type Archive = ReturnType<typeof openArchive>;

const nameOf = (createdAt: string): string => `${createdAt.replaceAll(':', '-')}.json`;

/** Matches this program's unfinished files; other names belong to other programs. */
const partial = /^partial\.[\da-f-]{36}$/;

export function openArchive(folder: string) {
  const manifests = join(folder, 'manifests');
  const objects = join(folder, 'objects');
  const journal = join(folder, 'journal');
  const pathOf = (hash: string): string => join(objects, hash.slice(0, 2), hash);

  /** Names of the manifests, newest first: they are times. */
  const names = async (): Promise<string[]> =>
    ((await readdir(manifests).catch(unlessMissing)) ?? [])
      .filter((name) => /^\d{4}-[\d-]+T[\d.-]+Z\.json$/.test(name))
      .sort()
      .reverse();

  async function read(name: string): Promise<BackupManifest> {
    const path = join(manifests, name);
    let value: unknown;
    try {
      value = JSON.parse(await readFile(path, 'utf8'));
    } catch (cause) {
      throw new BackupError(`The manifest ${path} cannot be read.`, { cause });
    }
    const parsed = Manifest.safeParse(value);
    if (!parsed.success)
      throw new BackupError(
        `The manifest ${path} is damaged, or of a newer version (${z.prettifyError(parsed.error).split('\n')[0]}).`,
      );
    return parsed.data;
  }

  async function syncFolder(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** The file of a content. Throws where there is none: each is one that a manifest names. */
  async function present(hash: string): Promise<string> {
    await stat(pathOf(hash)).catch((cause: unknown) => {
      throw isFileMissingError(cause) ? new BackupError(`${pathOf(hash)} is missing.`, { cause }) : cause;
    });
    return pathOf(hash);
  }

  async function* checkedPieces(hash: string): AsyncGenerator<Buffer> {
    const check = createHash('sha256');
    for await (const piece of createReadStream(await present(hash)) as AsyncIterable<Buffer>) {
      check.update(piece);
      yield piece;
    }
    if (check.digest('hex') !== hash) throw new BackupError(`${pathOf(hash)} is damaged: its content changed.`);
  }

  return {
    folder,
    pathOf,
    has: (hash: string, size: number): Promise<boolean> =>
      stat(pathOf(hash)).then(
        (stats) => stats.size === size,
        () => false,
      ),
    async prepare(): Promise<void> {
      await mkdir(manifests, { recursive: true, mode: 0o700 });
      await mkdir(objects, { recursive: true });
      for (const name of await readdir(objects)) if (partial.test(name)) await rm(join(objects, name));
    },
    /** The newest manifest; undefined where there is none. */
    async newest(): Promise<BackupManifest | undefined> {
      const [name] = await names();
      return name === undefined ? undefined : read(name);
    },
    /** The manifest that was made then; undefined where there is none. */
    async of(createdAt: string): Promise<BackupManifest | undefined> {
      const name = nameOf(createdAt);
      return (await names()).includes(name) ? read(name) : undefined;
    },
    /** Stores a content, unless it is there already. Resolves once it would survive a loss of power. */
    async add(content: Readable): Promise<{ sha256: string; size: number }> {
      const draft = join(objects, `partial.${randomUUID()}`);
      const hash = createHash('sha256');
      let size = 0;
      try {
        await pipeline(
          content,
          async function* (pieces: AsyncIterable<Buffer>) {
            for await (const piece of pieces) {
              hash.update(piece);
              size += piece.length;
              yield piece;
            }
          },
          createWriteStream(draft, { flush: true }),
        );
        const digest = hash.digest('hex');
        const path = pathOf(digest);
        if (!existsSync(path)) {
          await mkdir(dirname(path), { recursive: true });
          await rename(draft, path);
          await syncFolder(dirname(path));
        }
        return { sha256: digest, size };
      } finally {
        await rm(draft, { force: true });
      }
    },
    /** Opens a content. The stream fails at its end when it is not what its name says. */
    open: (hash: string): Readable => Readable.from(checkedPieces(hash), { objectMode: false }),
    /** Returns files stored by earlier runs of an interrupted backup. */
    async journaled(): Promise<StoredFile[]> {
      const text = (await readFile(journal, 'utf8').catch(unlessMissing)) ?? '';
      // The last line may have been cut off.
      const lines = text.split('\n').slice(0, -1);
      return lines.flatMap((line) => {
        try {
          return [StoredFile.parse(JSON.parse(line))];
        } catch {
          return [];
        }
      });
    },
    note: (file: StoredFile): Promise<void> => appendFile(journal, `${JSON.stringify(file)}\n`),
    /** From here on the backup exists. */
    async finish(manifest: BackupManifest): Promise<void> {
      const draft = join(manifests, `partial.${randomUUID()}`);
      await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
      await rename(draft, join(manifests, nameOf(manifest.createdAt)));
      await syncFolder(manifests);
      await rm(journal, { force: true });
    },
    /** Forgets all backups but the newest `keep`, and every content that none of those names. Resolves with how many. */
    async forgetAllBut(keep: number): Promise<{ backups: number; objects: number }> {
      const all = await names();
      const kept = await Promise.all(all.slice(0, keep).map(read));
      const needed = new Set(kept.flatMap(({ database, files }) => [database, ...files].map((each) => each.sha256)));
      for (const name of all.slice(keep)) await rm(join(manifests, name));
      let removed = 0;
      for (const group of await readdir(objects))
        for (const hash of await readdir(join(objects, group)))
          if (sha256.safeParse(hash).success && !needed.has(hash)) {
            await rm(join(objects, group, hash));
            removed += 1;
          }
      return { backups: Math.max(0, all.length - keep), objects: removed };
    },
  };
}

/** A backup or a restore cannot go on as things are. The message is one line for the operator, who can mend it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  /** Tells the command that the message alone says all. */
  readonly plain = true;
}
