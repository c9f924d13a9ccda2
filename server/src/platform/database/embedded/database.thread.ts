import { parentPort, workerData } from 'node:worker_threads';
import { returnMemoryAfterStart } from '../../subprocess/return-memory.ts';
import { openEngine } from './engine.ts';
import { createSessions, type Session } from './session.ts';

/** Messages to the database thread. `connection` numbers the logical connections. */
export type ToThread =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'gone'; connection: number }
  | { kind: 'close' };

/** Messages from the database thread. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'closed' };

/**
 * The embedded engine computes in microtasks; in the thread of the requests it would not let a timer or a socket
 * through.
 */
const port = parentPort!;
const tell = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

const engine = await openEngine((workerData as { folder: string }).folder);
const { rows } = await engine.query<{ server_version: string }>('show server_version');
const sessions = createSessions(engine, rows[0]!.server_version);
const open = new Map<number, Session>();

function sessionOf(connection: number): Session {
  const known = open.get(connection);
  if (known) return known;
  const session = sessions.open((bytes) => {
    // A copy, because what is transferred is lost here.
    const own = Uint8Array.from(bytes);
    tell({ kind: 'bytes', connection, bytes: own }, [own.buffer]);
  });
  open.set(connection, session);
  return session;
}

async function close(): Promise<void> {
  await Promise.all([...open.values()].map((session) => session.close()));
  // The next start finds nothing to replay.
  await engine.exec('checkpoint');
  await engine.close();
  tell({ kind: 'closed' });
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'bytes') {
    const { buffer, byteOffset, byteLength } = message.bytes;
    sessionOf(message.connection).receive(Buffer.from(buffer, byteOffset, byteLength));
  } else if (message.kind === 'gone') {
    void open.get(message.connection)?.close();
    open.delete(message.connection);
  } else void close();
});
returnMemoryAfterStart();
tell({ kind: 'ready' });
