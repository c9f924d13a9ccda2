import type { ExportProgress } from '@lectern/contract/downloads';

/** The last export of each member since the start of the process: what its page shows, and nothing more. */
const last = new Map<string, ExportProgress>();

export const progressOf = (userId: string): ExportProgress | null => last.get(userId) ?? null;

/** Notes that an address was given out, which the browser will open in a moment. */
export function awaitProgress(userId: string): void {
  last.set(userId, { state: 'waiting', sent: 0, total: 0 });
}

export function beginProgress(userId: string, total: number) {
  const progress: ExportProgress = { state: 'running', sent: 0, total };
  last.set(userId, progress);
  return {
    add(bytes: number): void {
      progress.sent += bytes;
    },
    end(state: 'done' | 'stopped'): void {
      progress.state = state;
    },
  };
}
