import { pipeline, type StepName, stepNames } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockVideoIfThere } from './lock-video.ts';
import { startPipeline } from './pipeline.ts';

/** Videos that get a step at a time: the rest follows in the next round, behind what members wait for. */
const batch = 200;

/**
 * Gives videos that were made before a step existed this step, where it makes something of its own. Until then it
 * counts as settled: nothing waits for it. Repeatable.
 */
export async function addMissingSteps(world: World): Promise<void> {
  for (const step of listSupportedSteps(world).filter((name) => pipeline[name].background))
    for (const videoId of await videosWithout(world.database.kysely, step))
      await world.database.transaction(async (tx) => {
        if (!(await lockVideoIfThere(tx, videoId))) return;
        await tx
          .insertInto('steps')
          .values({ video_id: videoId, step })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await startPipeline(world, tx, videoId);
      });
}

/** Deleted videos have no steps at all. */
async function videosWithout(db: Queryable, step: StepName): Promise<string[]> {
  const rows = await db
    .selectFrom('steps')
    .select('video_id')
    .where('step', '=', 'inspect')
    .where('state', '=', 'done')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('steps as own')
            .select('own.step')
            .whereRef('own.video_id', '=', 'steps.video_id')
            .where('own.step', '=', step),
        ),
      ),
    )
    .limit(batch)
    .execute();
  return rows.map((row) => row.video_id);
}

/** The steps this server does. A video gets those it lacks once a server does them. */
export const listSupportedSteps = ({ readsSlides, speakers }: Pick<World, 'readsSlides' | 'speakers'>): StepName[] =>
  stepNames.filter((step) => (step !== 'slides' || readsSlides) && (step !== 'speakers' || speakers));
