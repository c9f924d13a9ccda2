import { stepNames } from '@lectern/contract/rules/pipeline';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

const shown = [
  'video_id',
  'step',
  'state',
  'progress',
  'note',
  'problem',
  'needs_engine',
  'started_at',
  'finished_at',
] as const;

export type StepRow = Pick<Selectable<Tables['steps']>, (typeof shown)[number]>;

/**
 * The steps of these videos, those this version knows: beside a newer one a video may have others, which that one does.
 */
export const stepRowsOf = (db: Queryable, videoIds: readonly string[]): Promise<StepRow[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('steps').select(shown).where('video_id', 'in', videoIds).where('step', 'in', stepNames).execute();
