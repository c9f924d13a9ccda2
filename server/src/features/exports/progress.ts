import { randomUUID } from 'node:crypto';
import type { ExportProgress, RecordingsOption } from '@lectern/contract/exports/downloads';
import type { World } from '../../platform/http/context.ts';
import { findExport, saveExport, touchExport } from './store.ts';

/** Milliseconds between two notes of how far an export is. */
const interval = 1_000;

/** Milliseconds after which a running export that is not touched was cut off with its process. */
const silence = 15_000;

/** Milliseconds within which a browser must open the address; the download itself may take as long as it takes. */
export const lifetime = 300_000;

export async function getExportProgress(world: World, userId: string): Promise<ExportProgress | null> {
  const row = await findExport(world.database.kysely, userId);
  if (!row) return null;
  const { sent, total, missing } = row;
  const quiet = world.now().getTime() - row.touched_at.getTime();
  const over = (row.state === 'running' && quiet > silence) || (row.state === 'waiting' && quiet > lifetime);
  const state = over ? 'stopped' : row.state;
  return { state, recordings: row.recordings ? 'with' : 'without', sent, total, missing };
}

/** Notes that an address was given out, which the browser will open in a moment. */
export const saveWaitingExport = (world: World, userId: string, recordings: RecordingsOption): Promise<void> =>
  saveExport(world.database.kysely, {
    user_id: userId,
    run: randomUUID(),
    recordings: recordings === 'with',
    state: 'waiting',
    sent: 0,
    total: 0,
    missing: 0,
    touched_at: world.now(),
  });

/** Begins to note how far an export is. It takes the place of an earlier one. */
export async function startExportProgress(
  world: World,
  userId: string,
  { recordings, total }: { recordings: RecordingsOption; total: number },
) {
  const run = randomUUID();
  const db = world.database.kysely;
  await saveExport(db, {
    user_id: userId,
    run,
    recordings: recordings === 'with',
    state: 'running',
    sent: 0,
    total,
    missing: 0,
    touched_at: world.now(),
  });
  let sent = 0;
  let missing = 0;
  let writing = Promise.resolve();
  const write = (state: 'running' | 'done' | 'stopped'): void => {
    writing = writing
      .then(() => touchExport(db, run, { state, sent, missing, touched_at: world.now() }))
      .catch((error: unknown) => world.log.warn({ err: error }, 'The progress of an export was lost.'));
  };
  const timer = setInterval(() => write('running'), interval);
  return {
    add(bytes: number): void {
      sent += bytes;
    },
    miss(): void {
      missing += 1;
    },
    end(state: 'done' | 'stopped'): void {
      clearInterval(timer);
      write(state);
    },
  };
}
