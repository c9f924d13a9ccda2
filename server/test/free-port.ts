import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns a port below the range for outgoing connections, so no other program takes it during a restart. A test run
 * never gets the same port twice.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (!claim(port)) continue;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * Whether this process is the first of the run to ask for the port: what stands for it goes with the folder of the run.
 */
function claim(port: number): boolean {
  if (process.env.LECTERN_TEST_DISK === undefined) return true;
  const claimed = join(tmpdir(), `port-${port}`);
  try {
    writeFileSync(claimed, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
