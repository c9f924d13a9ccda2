import type { World } from '../../platform/http/context.ts';
import { updateImport } from './store.ts';

/**
 * Names an import's job by import, not by member: after a failure the member may send another while the first job
 * still cleans up.
 */
export const importKey = (importId: string): string => `import/${importId}`;

/** Milliseconds between two signs that an archive is still being received. */
const interval = 10_000;

/** Milliseconds after which one that gave no sign was cut off with its process. */
export const importStallMs = 60_000;

/** Keeps saying that an archive is being received, until the returned function is called. */
export function startImportHeartbeat({ database, log, now }: World, importId: string): () => void {
  const timer = setInterval(() => {
    updateImport(database.kysely, importId, ['receiving'], { touched_at: now() }).catch((error: unknown) =>
      log.warn({ err: error }, 'That an import is being received could not be noted.'),
    );
  }, interval);
  return () => clearInterval(timer);
}
