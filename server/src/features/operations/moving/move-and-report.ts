import type { World } from '../../../platform/http/context.ts';
import { waitForMoves } from './wait-for-moves.ts';
import { type MoveRequest, requestMoves } from './request-moves.ts';

/**
 * Wishes videos elsewhere and tells of each when it has moved or not. Resolves with the code of the command's end.
 * Throws `MoveError`, and when it is aborted: the videos move all the same.
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
