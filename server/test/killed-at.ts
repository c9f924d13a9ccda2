import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobDefinitions } from '../src/main/jobs.ts';

/**
 * The product, killed (SIGKILL, by itself) at a certain moment of the next job of a name that runs. The file that
 * LECTERN_TEST_KILL_AT names says which, and is read when a job begins: NAME/begin before it does anything, NAME/middle
 * when it is writing a clip, NAME/end when its outcome is stored and the queue does not know yet; empty lets it live.
 */
const toldIn = process.env.LECTERN_TEST_KILL_AT!;

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const hasClipFile = (dataDir: string): boolean => {
  const scratch = join(dataDir, 'scratch');
  return (
    existsSync(scratch) && readdirSync(scratch, { recursive: true }).some((path) => String(path).includes('clip.mp4'))
  );
};

for (const [name, definition] of Object.entries(jobDefinitions)) {
  const run = definition.run;
  definition.run = async (world, payload, job) => {
    const [unlucky, moment] = readFileSync(toldIn, 'utf8').split('/');
    if (unlucky !== name) return run(world, payload, job);
    if (moment === 'begin') die();
    if (moment === 'middle') setInterval(() => hasClipFile(world.dataDir) && die(), 1);
    await run(world, payload, job);
    die();
  };
}

await import('../src/main/start.ts');
