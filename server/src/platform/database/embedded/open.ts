import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import type { Log } from '../../log/log.ts';
import { columnTypes } from '../column-types.ts';
import type { FromThread, ToThread } from './database.thread.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { threadEnvironment } from '../../subprocess/thread.ts';

/**
 * Creates the database of an empty folder. Uses a thread, because initdb's 400 MB stay allocated, and a temporary
 * name, because a kill would leave half a database.
 */
async function initialise(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const workshop = `${folder}.making`;
  await rm(workshop, { recursive: true, force: true });
  const worker = new Worker(new URL('initialise.thread.ts', import.meta.url), {
    workerData: { folder: workshop },
    env: threadEnvironment(),
  });
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`The thread that makes a database ended with code ${code}.`);
  await rename(workshop, folder);
}

/** Stands in for the socket of a `pg` client: its bytes go to the thread of the database and come from there. */
class ThreadSocket extends Duplex {
  readonly #worker: Worker;
  readonly #connection: number;
  readonly #gone: () => void;

  constructor(worker: Worker, connection: number, gone: () => void) {
    super();
    this.#worker = worker;
    this.#connection = connection;
    this.#gone = gone;
  }

  #tell(message: ToThread, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  // The socket methods that `pg` calls.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come: the client has asked for them.
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const bytes = Uint8Array.from(chunk);
    this.#tell({ kind: 'bytes', connection: this.#connection, bytes }, [bytes.buffer]);
    done();
  }
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#gone();
    this.#tell({ kind: 'gone', connection: this.#connection });
    done(error);
  }
}

/** Logical connections; the engine serves one at a time, so more of them only wait longer in line. */
const connections = 10;

/**
 * Starts the embedded database of a folder in a thread and returns a `pg` pool. The caller holds the folder's lock.
 * Throws the engine's start error.
 */
export async function openEmbedded(folder: string, log: Log): Promise<{ pool: Pool; close(): Promise<void> }> {
  await initialise(folder);
  const worker = new Worker(new URL('database.thread.ts', import.meta.url), { workerData: { folder } });
  const sockets = new Map<number, ThreadSocket>();
  let count = 0;
  let closing = false;
  let isReady = false;
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const closed = Promise.withResolvers<void>();
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') {
        isReady = true;
        resolve();
      } else if (message.kind === 'closed') closed.resolve();
      else sockets.get(message.connection)?.push(Buffer.from(message.bytes.buffer));
    });
    worker.on('error', (error: Error) => {
      reject(error);
      if (isReady) log.fatal({ err: error }, 'The embedded database has failed; a restart recovers it.');
      for (const socket of sockets.values()) socket.destroy(error);
    });
    worker.on('exit', () => {
      closed.resolve();
      const error = new Error('The embedded database is closed.');
      reject(error);
      if (!closing) for (const socket of sockets.values()) socket.destroy(error);
    });
  });
  const pool = new Pool({
    stream: () => {
      const connection = (count += 1);
      const socket = new ThreadSocket(worker, connection, () => sockets.delete(connection));
      sockets.set(connection, socket);
      return socket as never;
    },
    max: connections,
    idleTimeoutMillis: 0,
    types: columnTypes,
  });
  return {
    pool,
    /** Once the pool has ended. */
    async close() {
      closing = true;
      worker.postMessage({ kind: 'close' } satisfies ToThread);
      await closed.promise;
      await worker.terminate();
      await exited;
    },
  };
}
