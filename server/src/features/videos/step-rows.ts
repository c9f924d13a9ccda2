import { stepNames } from '@lectern/contract/rules/pipeline';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type StepRow = Selectable<Tables['steps']>;

/** The steps of these videos, those this version knows: beside a newer one a video may have others, which that one does. */
export const stepRowsOf = (db: Queryable, videoIds: readonly string[]): Promise<StepRow[]> =>
  videoIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('steps').selectAll().where('video_id', 'in', videoIds).where('step', 'in', stepNames).execute();
