import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jobDefinitions } from '../src/main/jobs.ts';

/**
 * The product, killed (SIGKILL, by itself) at a certain moment of the first job of a name that runs:
 * LECTERN_TEST_KILL_AT=NAME/begin before it does anything, NAME/middle when it is writing a clip, NAME/end when its outcome
 * is stored and the queue does not know yet.
 */
const [name = '', moment] = (process.env.LECTERN_TEST_KILL_AT ?? '').split('/');
const definition = jobDefinitions[name];
if (!definition) throw new Error(`There is no job named ${name}.`);
const run = definition.run;

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const hasClipFile = (dataDir: string): boolean => {
  const scratch = join(dataDir, 'scratch');
  return (
    existsSync(scratch) && readdirSync(scratch, { recursive: true }).some((path) => String(path).includes('clip.mp4'))
  );
};

definition.run = async (world, payload, job) => {
  if (moment === 'begin') die();
  if (moment === 'middle') setInterval(() => hasClipFile(world.dataDir) && die(), 1);
  await run(world, payload, job);
  die();
};

await import('../src/main/start.ts');
