import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import { MoveRequest, requestMoves, type RequestedVideo, MoveError } from './request-moves.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Move, findMoves, type MoveTarget } from '../../storage/moves.ts';
import { reachSocket, serveSocket } from '../../../platform/files/folder-socket.ts';

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

const socketIn = (dataDir: string): string => join(dataDir, 'move.sock');

/** Messages of the server, one JSON line each: text for the person, finally the exit code or the refusal. */
const Said = z.union([
  z.object({ line: boundedText(10_000) }),
  z.object({ code: z.number() }),
  z.object({ refused: boundedText(10_000) }),
]);

/** Moves videos for commands until the returned function is called. Those that were wished for move on without them. */
export async function serveMoveCommands(world: World): Promise<() => Promise<void>> {
  const { dataDir, log } = world;
  try {
    return await serveSocket(socketIn(dataDir), (socket) => {
      const say = (said: z.infer<typeof Said>): void => void socket.write(`${JSON.stringify(said)}\n`);
      const left = new AbortController();
      socket.on('error', () => undefined).once('close', () => left.abort());
      // Reading to the end must not close what the answer goes out on.
      text(socket.iterator({ destroyOnReturn: false }))
        .then(async (wish) =>
          moveAndReport(world, MoveRequest.parse(JSON.parse(wish)), (line) => say({ line }), left.signal),
        )
        .then((code) => say({ code }))
        .catch((error: unknown) => {
          if (error instanceof MoveError) say({ refused: error.message });
          else if (!left.signal.aborted) log.error({ err: error }, 'The moves could not be followed.');
        })
        .finally(() => socket.end());
    });
  } catch (error) {
    log.warn({ err: error }, 'Videos can be moved only while the server is stopped: its socket cannot be opened.');
    return async () => undefined;
  }
}

/**
 * Has the server that runs on a folder move videos. Resolves with the code of the command's end; undefined when no server
 * runs there. Throws `MoveError`.
 */
export async function requestMovesFromServer(
  dataDir: string,
  wish: MoveRequest,
  tell: (line: string) => void,
): Promise<number | undefined> {
  const socket = await reachSocket(socketIn(dataDir));
  if (!socket) return undefined;
  socket.on('error', () => undefined).end(JSON.stringify(wish));
  for await (const line of createInterface({ input: socket })) {
    const said = Said.parse(JSON.parse(line));
    if ('refused' in said) throw new MoveError(said.refused);
    if ('code' in said) return said.code;
    tell(said.line);
  }
  throw new MoveError('The server stopped. What was to move goes on at its next start.');
}
