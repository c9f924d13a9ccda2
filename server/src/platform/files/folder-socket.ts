import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';

/*
 * The embedded database belongs to one process, so a running server does what commands ask for. They meet at a socket in
 * DATA_DIR, which nobody but the user of the server may enter.
 */

/** Serves a socket until the returned function is called. Throws where there can be none, as on a path that is too long. */
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
