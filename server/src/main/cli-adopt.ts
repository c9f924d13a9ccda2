import { type Acquaintance, acquaintance, adoptFolder } from '../features/storage/installation.ts';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { openDatabaseOf } from './world.ts';

/**
 * Makes the database and the folder of the settings one installation, whatever they were before. Says first what that
 * means; where the two know nothing of each other it asks for `--yes`. Resolves with the code of the command's end.
 */
export async function adopt(config: Config, { yes }: { yes: boolean }): Promise<number> {
  const database = await openDatabaseOf(config, silentLog);
  try {
    const met = await acquaintance(database, config.dataDir);
    for (const line of consequences(config.dataDir, met)) console.log(line);
    const strangers = met.shared === 0 && met.inFolder + met.inDatabase > 0;
    if (strangers && !yes) {
      console.error('Nothing was changed. If this is what you want, run it again with --yes.');
      return 1;
    }
    await adoptFolder(database, config.dataDir);
    console.log('They are one installation now. Any other database is refused this folder from now on.');
    return 0;
  } finally {
    await database.close();
  }
}

function consequences(dataDir: string, { inFolder, shared, inDatabase }: Acquaintance): string[] {
  const missing = Math.max(0, inDatabase - shared);
  return [
    `The folder ${dataDir} holds ${inFolder} recordings; the database knows ${shared} of them and says there are ${inDatabase}.`,
    ...(inFolder > shared
      ? [
          `${inFolder - shared} that it does not know will be set aside; the back office shows them, nothing is deleted.`,
        ]
      : []),
    ...(missing > 0 ? [`${missing} that it says there are will not play until their files are in the folder.`] : []),
  ];
}
