import { isDeepStrictEqual } from 'node:util';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Database } from '../../../platform/database/database.ts';
import { dumpTables, migrationsOf } from '../../../platform/database/dump.ts';
import { isEmpty, loadTables } from '../../../platform/database/load.ts';
import { type Archive, type BackupManifest, BackupError } from './archive.ts';
import type { InstallationFiles } from './installation-files.ts';
import { digestTableLines, openSnapshot, type SnapshotHead } from './snapshot.ts';

/** Reads to the end, for the check that is made there. */
const drain = (content: Readable): Promise<void> => finished(content.resume());

/** Fails where the content of the snapshot is not what the manifest says. */
export async function readSnapshotHead(archive: Archive, { database }: BackupManifest): Promise<SnapshotHead> {
  await drain(archive.open(database.sha256));
  const { head, lines } = await openSnapshot(archive.pathOf(database.sha256));
  await lines.return(undefined);
  return head;
}

/** The name of the last migration of a snapshot, to which a database is brought before it is loaded. */
export const lastMigration = ({ migrations }: SnapshotHead): string => migrations.at(-1)?.name ?? '';

/**
 * Loads a backup snapshot into a migrated database and verifies it in one transaction. Skips one already loaded by an
 * interrupted restore. Throws `BackupError` for other content.
 */
export async function loadDatabase(
  database: Database,
  archive: Archive,
  { database: wanted }: BackupManifest,
  { migrations }: SnapshotHead,
): Promise<void> {
  const ran = await migrationsOf(database.kysely);
  if (!isDeepStrictEqual(ran, migrations))
    throw new BackupError(
      ran.length > migrations.length
        ? 'The database is not empty: restore into a new one.'
        : 'The backup was made by a newer version of this program, or by another one: use that.',
    );
  await database.transaction(async (tx) => {
    if (await isEmpty(tx)) {
      const { lines } = await openSnapshot(archive.pathOf(wanted.sha256));
      await loadTables(tx, lines);
    }
    const { content } = await digestTableLines(dumpTables(tx));
    if (content !== wanted.content)
      throw new BackupError(
        'The database is not empty, or it does not hold what the backup says: nothing was changed.',
      );
  });
}

/** Puts the files of a backup back, those not that are there already. Each is compared with its digest on its way. */
export async function restoreFiles(
  archive: Archive,
  files: InstallationFiles,
  manifest: BackupManifest,
): Promise<number> {
  let restored = 0;
  for (const { key, size, sha256 } of manifest.files) {
    if ((await files.sizeOf(key)) === size) continue;
    await files.put(key, archive.open(sha256), size);
    restored += 1;
  }
  return restored;
}

type Damage = { what: string; why: string };

/** Reads every content of a backup and compares it with its digest. Resolves with what is wrong. */
export async function findDamage(archive: Archive, manifest: BackupManifest): Promise<Damage[]> {
  const damage: Damage[] = [];
  const seen = new Map<string, string>(manifest.files.map(({ key, sha256 }) => [sha256, key]));
  seen.set(manifest.database.sha256, 'the database');
  for (const [hash, what] of seen)
    try {
      await drain(archive.open(hash));
    } catch (error) {
      damage.push({ what, why: (error as Error).message });
    }
  return damage;
}
