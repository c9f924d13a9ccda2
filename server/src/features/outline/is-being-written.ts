import type { Queryable } from '../../platform/database/database.ts';
import { stepRowsOf } from '../videos/step-rows.ts';

/** Whether a run is about to replace the chapters of a video. */
export const isOutlineRunning = async (db: Queryable, videoId: string): Promise<boolean> =>
  (await stepRowsOf(db, [videoId])).some(
    ({ step, state }) => step === 'chapters' && (state === 'waiting' || state === 'running'),
  );
