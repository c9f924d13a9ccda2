import { importArchive } from '../features/exports/import-archive.ts';
import type { DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { closeWorld, openWorld } from './world.ts';
import { moveAndReport } from '../features/operations/moving/move-and-report.ts';
import { requestMovesFromServer } from '../features/operations/moving/move-and-report.ts';
import { MoveError, type MoveRequest } from '../features/operations/moving/request-moves.ts';

const print = (line: string): void => console.log(line);

/**
 * Moves videos to Mux or back: via the server running on the embedded database, else in this process as a worker.
 * Resolves with the exit code.
 */
export async function moveMedia(config: Config, wish: MoveRequest): Promise<number> {
  if (config.media.kind !== 'mux') throw new MoveError('MEDIA_BACKEND: must be mux while videos move, there and back.');
  if (config.database.kind === 'embedded') {
    const code = await requestMovesFromServer(config.dataDir, wish, print);
    if (code !== undefined) return code;
  }
  const world = await openWorld(config, { log: silentLog, print: () => undefined });
  try {
    world.jobs.start();
    return await moveAndReport(world, wish, print);
  } finally {
    await closeWorld(world);
  }
}

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
      createdBy: member.id,
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
