import type { World } from '../../../platform/http/context.ts';
import { waitForMoves } from './wait-for-moves.ts';
import { type MoveRequest, requestMoves } from './request-moves.ts';

/**
 * Requests moves and reports each result. Resolves with the exit code. Throws `MoveError`, and when aborted, though
 * the videos still move.
 */
export async function moveAndReport(
  world: World,
  wanted: MoveRequest,
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const wished = await requestMoves(world, wanted, tell);
  if (wished.length === 0) tell('There is nothing to move.');
  const failed = await waitForMoves(world.database.kysely, wished, tell, signal);
  return failed > 0 ? 1 : 0;
}
