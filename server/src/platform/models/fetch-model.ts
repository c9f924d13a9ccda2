import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LockMissing, lockFolder } from '../database/lock.ts';
import { DatabaseConfigError } from '../database/failures.ts';
import { downloadFile, DownloadError, isFileIntact, readFileSize } from '../http/download.ts';
import { unlessMissing } from '../files/local-files.ts';
import { fetchManifest, type KnownModel, type ModelManifest, readManifest } from './manifest.ts';

/** Why a model is not there: for good, for now, because a file is not what it should be, or for want of disk space. */
export type ModelTrouble = 'refused' | 'unreachable' | 'damaged' | 'disk_full';

export type ModelSource = {
  known: KnownModel;
  /** For people, after "fetching". */
  what: string;
  /** Address with a `manifest.json`; undefined for the public hub, whose files are known. */
  url: string | undefined;
  /** Where it is kept. */
  folder: string;
  /** The failure of whoever needs the model. */
  failure: (trouble: ModelTrouble, cause: unknown) => Error;
};

export type Fetching = {
  signal: AbortSignal;
  /** Told what is waited for, and the share of the bytes that are there, 0 to 1. */
  onNote: (note: string, share: number) => void;
  /** For tests: see `download`. */
  patience?: number;
  pause?: number;
};

/** Room left free beside a model, in bytes. */
const spare = 256 * 1024 ** 2;

const manifestOf = (folder: string): string => join(folder, 'manifest.json');

/** The manifest that was written when all files were there and right; undefined before. */
async function writtenManifest(folder: string): Promise<ModelManifest | undefined> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(unlessMissing);
  return text === undefined ? undefined : readManifest(text);
}

export const isFetched = async (folder: string): Promise<boolean> => (await writtenManifest(folder)) !== undefined;

/**
 * Compares the files of a folder with its manifest, if it has one. Returns the name of the first that is not as it
 * should be.
 */
export async function damagedFile(folder: string, signal?: AbortSignal): Promise<string | undefined> {
  for (const { name, size, sha256 } of (await writtenManifest(folder))?.files ?? [])
    if (!(await isFileIntact(join(folder, name), size, sha256, signal))) return name;
  return undefined;
}

/** Removes a damaged file and the manifest that vouched for it, so that the next use fetches it again. */
export async function discardFile(folder: string, name: string): Promise<void> {
  await rm(manifestOf(folder), { force: true });
  await rm(join(folder, name), { force: true });
}

/** Makes sure that a model is there: fetches what is missing, one process at a time. */
export async function ensureModel(source: ModelSource, work: Fetching): Promise<void> {
  if (await writtenManifest(source.folder)) return;
  await mkdir(source.folder, { recursive: true });
  const unlock = await untilLocked(source, work);
  try {
    if (await writtenManifest(source.folder)) return;
    await fetchFiles(source, work);
  } catch (error) {
    work.signal.throwIfAborted();
    if (error instanceof DownloadError) throw source.failure(error.final ? 'refused' : 'unreachable', error.message);
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw source.failure('disk_full', error);
    throw error;
  } finally {
    await unlock();
  }
}

async function fetchFiles({ known, what, url, folder, failure }: ModelSource, work: Fetching): Promise<void> {
  const files: KnownModel['files'] = url === undefined ? known.files : (await fetchManifest(url, work.signal)).files;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const have = await Promise.all(
    files.map(
      async ({ name }) => (await readFileSize(join(folder, name))) + (await readFileSize(join(folder, `${name}.part`))),
    ),
  );
  const { bavail, bsize } = await statfs(folder);
  const missing = total - have.reduce((sum, bytes) => sum + bytes, 0);
  if (missing + spare > bavail * bsize)
    throw failure('disk_full', `${missing} bytes of the model are missing, ${bavail * bsize} free`);
  let before = 0;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  for (const { name, size, sha256, address = `${url ?? known.url}/${name}` } of files) {
    const file = join(folder, name);
    let here = 0;
    const tell = (how: string): void =>
      work.onNote(
        `${how} (${megabytes(before + here)} of ${megabytes(total)} MB, ${known.licence}, only the first time)`,
        (before + here) / total,
      );
    const onBytes = (bytes: number): void => {
      here = bytes;
      tell(`fetching ${what}`);
    };
    onBytes(await readFileSize(`${file}.part`));
    if (!(await isFileIntact(file, size, sha256, work.signal)))
      await downloadFile(
        { url: address, file, size, sha256 },
        {
          ...work,
          onBytes,
          onTrouble: () => tell(`fetching ${what}: it cannot be reached now and is asked for again`),
        },
      );
    before += size;
  }
  await writeFile(
    manifestOf(folder),
    `${JSON.stringify({ files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })) } satisfies ModelManifest, undefined, 2)}\n`,
  );
}

/** Several processes may want the model at once; one fetches it, the others wait. */
async function untilLocked({ folder, what }: ModelSource, { signal, onNote }: Fetching): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(folder, { is: 'model folder', otherwise: 'wait until it has ended' });
    } catch (error) {
      // Without a lock, concurrent downloads fail the digest check and are fetched again.
      if (error instanceof LockMissing) return async () => undefined;
      if (!(error instanceof DatabaseConfigError)) throw error;
      onNote(`waiting for ${what}, which another process is fetching`, 0);
      await delay(500, undefined, { signal });
    }
  }
}
