import { type Acquaintance, checkInstallationPair, adoptPlace } from '../features/storage/installation.ts';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import type { Storage } from '../ports/storage/port.ts';
import { openStorage } from './open-storage.ts';
import { openDatabaseOf } from './world.ts';

/**
 * Makes database and folder one installation and explains the effect first; requires `--yes` when they do not know
 * each other. Resolves with the exit code.
 */
export async function adoptInstallation(config: Config, { yes }: { yes: boolean }): Promise<number> {
  const storage = await openStorage(config);
  const database = await openDatabaseOf(config, silentLog);
  try {
    const met = await checkInstallationPair(database, storage);
    for (const line of consequences(storage, met)) console.log(line);
    const strangers = met.shared === 0 && met.inStorage + met.inDatabase > 0;
    if (strangers && !yes) {
      console.error('Nothing was changed. If this is what you want, run it again with --yes.');
      return 1;
    }
    await adoptPlace(database, storage);
    console.log(`They are one installation now. Any other database is refused ${storage.place} from now on.`);
    return 0;
  } finally {
    await database.close();
    await storage.close();
  }
}

function consequences({ place }: Storage, { inStorage, shared, inDatabase }: Acquaintance): string[] {
  const missing = Math.max(0, inDatabase - shared);
  return [
    `With these settings ${place} holds ${inStorage} recordings; the database knows ${shared} of them and says there are ${inDatabase}.`,
    ...(inStorage > shared
      ? [
          `${inStorage - shared} that it does not know will be set aside; the back office shows them, nothing is deleted.`,
        ]
      : []),
    ...(missing > 0 ? [`${missing} that it says there are will not play until their files are there.`] : []),
  ];
}
