import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobDefinitions } from '../src/main/jobs.ts';

/**
 * Kills the product (SIGKILL) at the moment named in the file LECTERN_TEST_KILL_AT: NAME/begin, NAME/middle (writing a
 * clip) or NAME/end (outcome stored, queue unaware). Empty: no kill.
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
