import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server that does nothing but stream the segments of one recording from files, at `/0`, `/1` and so on. */
export type BareServer = { origin: string; pid: number; stop(): void };

/** A connection that the server has just closed for being idle is no answer; browsers ask again, too. */
export async function fetchWithRetry(address: string): Promise<Response> {
  for (let tries = 10; ; tries -= 1)
    try {
      return await fetch(address);
    } catch (error) {
      if (tries === 0) throw error;
    }
}

/** Starts one with the segments that the product has at these addresses, as files in this folder. */
export async function startBare(
  address: (segment: number) => string,
  { segments, folder }: { segments: number; folder: string },
): Promise<BareServer> {
  const files = join(folder, 'bare');
  await mkdir(files, { recursive: true });
  for (let n = 0; n < segments; n += 1)
    await writeFile(join(files, String(n)), Buffer.from(await (await fetchWithRetry(address(n))).arrayBuffer()));
  const child = fork(join(import.meta.dirname, 'bare.child.ts'), [files]);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => void child.kill() };
}
