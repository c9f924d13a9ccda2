import { createReadStream } from 'node:fs';
import { Problem } from '@lectern/contract/problem';
import { type Archive, type BackupManifest, type StoredFile, BackupError } from './archive.ts';
import type { InstallationFiles, InstallationObject } from './installation-files.ts';
import { ownerIdOfKey, originalKeyOfPart } from './installation-files.ts';
import { readSnapshot } from './snapshot.ts';

type BackupReport = {
  manifest: BackupManifest;
  /** Files whose content was read and stored by this run; the others were known. */
  copied: number;
  /** Bytes of those. */
  bytes: number;
};

/**
 * Refuses a folder with the backups of somebody else; those of the installation this one was restored from are its own.
 */
function refuseForeign(
  before: BackupManifest | undefined,
  { id, from }: { id: string; from: string | undefined },
): void {
  if (before && before.installation !== id && before.installation !== from)
    throw new BackupError(
      'This folder holds the backups of another installation. Choose another folder, or an empty one.',
    );
}

/**
 * Backs up a running installation: copies files, takes a database snapshot, then copies changed files. Every file in
 * the database is included, as the database knows it.
 */
export async function makeBackup({
  archive,
  files,
  installation,
  withSnapshot,
  now,
}: {
  archive: Archive;
  files: InstallationFiles;
  /** The id of the folder with the files. */
  installation: string;
  /** Makes a snapshot of the database, which exists while `work` runs. */
  withSnapshot(work: (file: string) => Promise<void>): Promise<void>;
  now: Date;
}): Promise<BackupReport> {
  await archive.prepare();
  const before = await archive.newest();
  const known = new Map(
    [...(before?.files ?? []), ...(await archive.journaled())].map((file) => [file.key, file] as const),
  );
  const report = { copied: 0, bytes: 0 };

  /** Undefined for a file that is gone by now. */
  async function store(file: InstallationObject): Promise<StoredFile | undefined> {
    const same = known.get(file.key);
    const unchanged = same?.size === file.size && same.stamp === file.stamp;
    if (unchanged && (await archive.has(same.sha256, same.size))) return same;
    try {
      const stored = { ...file, ...(await archive.add(files.open(file))) };
      await archive.note(stored);
      known.set(file.key, stored);
      report.copied += 1;
      report.bytes += stored.size;
      return stored;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'not_found') || (await files.sizeOf(file.key)) !== undefined)
        throw error;
      return undefined;
    }
  }

  const first: StoredFile[] = [];
  for await (const file of files.list()) {
    const stored = await store(file);
    if (stored) first.push(stored);
  }

  let database: BackupManifest['database'] | undefined;
  let standing = new Set<string>();
  await withSnapshot(async (snapshot) => {
    const { head, rows, content } = await readSnapshot(snapshot);
    const { id, restoredFrom } = head.installation;
    if (id !== installation)
      throw new BackupError('The folder and the database are not of one installation: nothing was backed up.');
    refuseForeign(before, { id, from: restoredFrom });
    standing = new Set(head.installation.standing);
    database = { ...(await archive.add(createReadStream(snapshot))), rows, content };
  });
  if (!database) throw new BackupError('There is no snapshot of the database: nothing was backed up.');

  const isWanted = (key: string): boolean => {
    const owner = ownerIdOfKey(key);
    return owner === undefined || standing.has(owner);
  };
  const second: StoredFile[] = [];
  for await (const file of files.list()) {
    const stored = isWanted(file.key) ? await store(file) : undefined;
    if (stored) second.push(stored);
  }
  const present = new Map(second.map((file) => [file.key, file]));
  const gone = first
    .filter(({ key }) => ownerIdOfKey(key) !== undefined && isWanted(key) && !present.has(key))
    // An upload that was finished meanwhile goes on where the database left it: all it had lies in the whole.
    .map((file) => ({ ...(present.get(originalKeyOfPart(file.key) ?? '') ?? file), key: file.key }));

  const manifest: BackupManifest = {
    format: 1,
    createdAt: now.toISOString(),
    installation,
    database,
    files: [...second, ...gone].sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
  await archive.finish(manifest);
  return { manifest, ...report };
}
