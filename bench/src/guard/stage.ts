import '@lectern/server/test/on-disk';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPlace, openPostgresPlace, type TestPlace } from '@lectern/server/test/databases';
import { startCluster } from '@lectern/server/test/postgres-cluster';
import { type ServerProcess, createServerSettings, startServer } from '@lectern/server/test/process';

/** A server as in production, and a folder on a disk that goes with this process. */
export type GuardStage = { place: TestPlace; folder: string; server: ServerProcess; close(): Promise<void> };

/** Has all temporary folders made in one on a disk, which goes with this process, also after a signal. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-guard-'));
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  // A server that is about to end may still write.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** On PostgreSQL where it is installed, else on the embedded database; either waits for its disk. */
export async function openGuardStage(): Promise<GuardStage> {
  // It removes its own files, and ends by them: they are not to go before it.
  const cluster = await startCluster(undefined, { isDurable: true });
  const folder = openFolder();
  // The one of a full run has ended by now.
  if (cluster) process.env.LECTERN_TEST_POSTGRES = cluster.url;
  try {
    const place = cluster ? await openPostgresPlace() : await openEmbeddedPlace();
    const server = await startServer(await createServerSettings(place));
    return {
      place,
      folder,
      server,
      async close() {
        await server.stop();
        await place.close();
        await cluster?.stop();
      },
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}
