import type { PGlite } from '@electric-sql/pglite';
import {
  backend,
  createFramer,
  frontend,
  buildStartupResponse,
  idle,
  message,
  messagesIn,
  readyForQuery,
  text,
} from './protocol.ts';

/** One logical connection to the engine. */
export type Session = {
  /** Bytes from the client. */
  receive(chunk: Buffer): void;
  /** The client is gone: what it left open is rolled back. */
  close(): Promise<void>;
};

/**
 * Shares the engine's single session like a pooler: a connection owns it during its transaction, others queue. Use SET
 * LOCAL in a transaction, because SET affects all connections.
 */
export function createSessions(engine: Pick<PGlite, 'execProtocolRaw'>, serverVersion: string) {
  const waiting: { wanted: number; go: () => void }[] = [];
  /** The connection that has the session. */
  let owner: number | undefined;
  let count = 0;

  async function acquire(wanted: number): Promise<void> {
    if (owner === wanted) return;
    if (owner !== undefined) await new Promise<void>((go) => waiting.push({ wanted, go }));
    else owner = wanted;
  }
  function release(): void {
    const next = waiting.shift();
    // Handed over directly: nobody else sees it free in between.
    owner = next?.wanted;
    next?.go();
  }

  function open(send: (bytes: Buffer) => void): Session {
    const id = (count += 1);
    const frames = createFramer();
    let batch: Buffer[] = [];
    let status = idle;
    /** After an error everything up to the next Sync is to be ignored. */
    let failed = false;
    let hasLeft = false;
    let turn = Promise.resolve();

    /** Executes one message; its answer goes to `out`, without the engine's own ReadyForQuery, which comes too often. */
    async function execute(bytes: Buffer, out: Buffer[]): Promise<void> {
      const answer = await engine.execProtocolRaw(bytes, { syncToFs: false });
      for (const part of messagesIn(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))) {
        if (part[0] === backend.readyForQuery) status = part[5]!;
        else {
          if (part[0] === backend.error) failed = true;
          out.push(part);
        }
      }
    }

    async function runBatch(messages: Buffer[]): Promise<void> {
      await acquire(id);
      const out: Buffer[] = [];
      for (const bytes of messages) {
        const ends = bytes[0] === frontend.sync || bytes[0] === frontend.query;
        if (ends) {
          if (bytes[0] === frontend.sync || !failed) await execute(bytes, out);
          failed = false;
          out.push(readyForQuery(status));
        } else if (!failed) {
          await execute(bytes, out);
        }
      }
      const ended = messages.at(-1)?.[0] !== frontend.flush;
      if (status === idle && ended) release();
      send(Buffer.concat(out));
    }

    async function leave(): Promise<void> {
      if (hasLeft) return;
      hasLeft = true;
      await acquire(id);
      const ignored: Buffer[] = [];
      await execute(message('S'), ignored);
      if (status !== idle) await execute(message('Q', text('rollback')), ignored);
      release();
    }

    const queue = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work));

    return {
      receive(chunk) {
        for (const { startUp, bytes } of frames(chunk)) {
          if (startUp) send(buildStartupResponse(serverVersion, id));
          else if (bytes[0] === frontend.terminate) void queue(leave);
          else {
            batch.push(bytes);
            if (bytes[0] !== frontend.sync && bytes[0] !== frontend.query && bytes[0] !== frontend.flush) continue;
            const messages = batch;
            batch = [];
            void queue(() => runBatch(messages));
          }
        }
      },
      close: () => queue(leave),
    };
  }

  return { open };
}
