import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';

/*
 * A running server executes commands, because the embedded database allows one process. They connect by a socket in
 * DATA_DIR, which only the server's user may enter.
 */

/**
 * Serves a socket until the returned function is called. Throws where there can be none, as on a path that is too long.
 */
export async function serveSocket(path: string, serve: (socket: Socket) => void): Promise<() => Promise<void>> {
  const server = createServer({ allowHalfOpen: true }, serve);
  // One that a killed server left: the folder is this process's alone.
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return async () => {
    server.close();
    await rm(path, { force: true });
  };
}

/** Undefined when no server runs there. */
export async function reachSocket(path: string): Promise<Socket | undefined> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
