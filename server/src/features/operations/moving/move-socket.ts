import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import { reachSocket, serveSocket } from '../../../platform/files/folder-socket.ts';
import { moveAndReport } from './move-and-report.ts';
import { MoveError, MoveRequest } from './request-moves.ts';

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
