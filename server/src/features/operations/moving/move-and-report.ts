import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../../../platform/http/context.ts';
import { type MoveRequest, requestMoves, type RequestedVideo } from './request-moves.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Move, findMoves, type MoveTarget } from '../../storage/moves.ts';

/** Milliseconds between two looks. */
const interval = 500;

const places: Readonly<Record<MoveTarget, string>> = { mux: 'at Mux', local: 'here' };

/** Describes the result of a move; undefined while it is under way. */
function endOf(move: Move | undefined): string | undefined {
  if (!move) return 'was deleted meanwhile.';
  if (move.state === 'done') return `is ${places[move.target]} now.`;
  return move.state === 'failed' ? `has not moved: ${move.problem}` : undefined;
}

/** Tells of each video when it has moved or not. Resolves with how many have not; throws when it is aborted. */
async function waitForMoves(
  db: Queryable,
  wished: readonly RequestedVideo[],
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const waiting = new Map(wished.map(({ id, title }) => [id, title]));
  let failed = 0;
  for (;;) {
    const moves = new Map((await findMoves(db, [...waiting.keys()])).map((move) => [move.video_id, move]));
    for (const [id, title] of waiting) {
      const move = moves.get(id);
      const end = endOf(move);
      if (end === undefined) continue;
      waiting.delete(id);
      if (move?.state === 'failed') failed += 1;
      tell(`${wished.length - waiting.size} of ${wished.length}: ${id} “${title}” ${end}`);
    }
    if (waiting.size === 0) return failed;
    await delay(interval, undefined, { signal });
  }
}

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
