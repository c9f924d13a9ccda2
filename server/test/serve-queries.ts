import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Pool } from 'pg';
import { serveSocket } from '../src/platform/files/folder-socket.ts';

/**
 * Runs the product with test queries at socket `asked` in DATA_DIR: one `[statement, values]` (node:v8) per
 * connection. The embedded database allows one process. LECTERN_TEST_FIRST runs first.
 */
let pool: Pool | undefined;

Pool.prototype.connect = new Proxy(Pool.prototype.connect, {
  apply(connect, self: Pool, rest) {
    if (!pool) {
      pool = self;
      const first = process.env.LECTERN_TEST_FIRST;
      if (first) void pool.query(first);
    }
    return Reflect.apply(connect, self, rest) as unknown;
  },
});

async function answer(socket: Socket): Promise<void> {
  // Reads by events, because reading a socket as a stream to its end closes it.
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  const [text, values] = deserialize(Buffer.concat(chunks)) as [string, unknown[]];
  const { rows, rowCount, command } = await pool!.query(text, values);
  socket.end(serialize({ rows, rowCount, command }));
}

await serveSocket(join(process.env.DATA_DIR!, 'asked'), (socket) => {
  answer(socket).catch((error: unknown) => {
    console.error(error);
    socket.destroy();
  });
});
await import('../src/main/start.ts');
