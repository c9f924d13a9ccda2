import { importArchive } from '../features/exports/import-archive.ts';
import type { DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { closeWorld, openWorld } from './world.ts';

/**
 * Imports an export into an account. The server must not run on the embedded database; its next start makes pictures
 * and indexes.
 */
export async function importFile(config: Config, file: string, email: string, repeats: DuplicatePolicy): Promise<void> {
  const world = await openWorld(config, { log: silentLog, print: () => undefined });
  try {
    const member = await world.database.kysely
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst();
    if (!member) throw new Problem('not_found', { detail: `There is no account with the address ${email}.` });
    const ids = await importArchive(world, member.id, file, {
      repeats,
      onOpen: async ({ present }) => {
        for (const { title } of present) console.log(`Stays out, because it is there already: ${title}`);
      },
    });
    console.log(`${ids.length === 1 ? 'One video is' : `${ids.length} videos are`} in the account of ${email} now.`);
  } finally {
    await closeWorld(world);
  }
}
