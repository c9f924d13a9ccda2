import { moveAndReport, requestMovesFromServer } from '../features/operations/moving/move-and-report.ts';
import { MoveError, type MoveRequest } from '../features/operations/moving/request-moves.ts';
import type { Config } from './config.ts';
import { silentLog } from './silent-log.ts';
import { closeWorld, openWorld } from './world.ts';

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
