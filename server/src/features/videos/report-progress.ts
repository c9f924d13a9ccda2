import type { StepName } from '@lectern/contract/rules/pipeline';
import type { World } from '../../platform/http/context.ts';

/** Progress is written at most this often, in milliseconds: a page asks once a second. */
const interval = 400;

/** Notes how far a run of a step is, its newest report always among them, until `stop`. */
export function reportProgress(
  world: World,
  videoId: string,
  step: StepName,
  run: string,
): { progress(fraction: number, note?: string): void; stop(): void } {
  let written = -interval;
  let newest: { progress?: number; note?: string } = {};
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    timer = undefined;
    written = performance.now();
    world.database.kysely
      .updateTable('steps')
      .set(newest)
      .where('video_id', '=', videoId)
      .where('step', '=', step)
      .where('run_id', '=', run)
      // A report that is overtaken by the end says nothing any more.
      .where('state', '=', 'running')
      .execute()
      .catch((error: unknown) => world.log.warn({ err: error }, 'A progress report was lost.'));
  };
  return {
    progress(fraction, note) {
      newest = { ...newest, progress: Math.min(1, Math.max(0, fraction)), ...(note === undefined ? {} : { note }) };
      timer ??= setTimeout(write, Math.max(0, written + interval - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
