import { createServerSettings, startServer } from '@lectern/server/test/process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server in a process of its own, on a folder of its own; killed, it can be started again at the same address. */
export async function startKillableServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-killable-'));
  const env = await createServerSettings({ dataDir });
  let running = await startServer(env);
  return {
    dataDir,
    origin: running.origin,
    letters: () => running.letters(),
    kill: () => running.kill(),
    async start(): Promise<void> {
      running = await startServer(env);
    },
    async close(): Promise<void> {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
