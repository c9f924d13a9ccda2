import type { World } from '../../../platform/http/context.ts';
import { follow } from './wait-for-moves.ts';
import { type Wish, wish } from './request-moves.ts';

/**
 * Wishes videos elsewhere and tells of each when it has moved or not. Resolves with the code of the command's end.
 * Throws `MoveRefused`, and when it is aborted: the videos move all the same.
 */
export async function moveAndTell(
  world: World,
  wanted: Wish,
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const wished = await wish(world, wanted, tell);
  if (wished.length === 0) tell('There is nothing to move.');
  const failed = await follow(world.database.kysely, wished, tell, signal);
  return failed > 0 ? 1 : 0;
}
