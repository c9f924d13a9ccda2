import { existsSync, readdirSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';
import { jobDefinitions } from '../src/main/jobs.ts';

/**
 * The product, which kills itself at the moment in the file LECTERN_TEST_KILL_AT: JOB/begin, JOB/middle (writing a
 * clip), JOB/end (outcome stored), join/before, join/after, or as \`statements\` has it.
 */
const readMoment = (): string[] => readFileSync(process.env.LECTERN_TEST_KILL_AT!, 'utf8').split('/');

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
    const [unlucky, moment] = readMoment();
    if (unlucky !== name) return run(world, payload, job);
    if (moment === 'begin') die();
    if (moment === 'middle') setInterval(() => hasClipFile(world.dataDir) && die(), 1);
    await run(world, payload, job);
    die();
  };
}

/** Moments of a request that a program names: before its commit, and before its answer is kept. */
const statements: Readonly<Record<string, RegExp>> = {
  written: /^update "api_requests" set "is_written"/,
  kept: /^update "api_requests" set "answer"/,
};

Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, self: Client, rest: unknown[]) {
    const [what, moment = ''] = readMoment();
    const text = typeof rest[0] === 'string' ? rest[0] : (rest[0] as { text?: string } | undefined)?.text;
    if (what === 'request' && statements[moment]?.test(text ?? '')) die();
    return Reflect.apply(query, self, rest) as unknown;
  },
});

const { link } = promises;
promises.link = async (from, to) => {
  const [what, moment] = readMoment();
  const isUnlucky = what === 'join' && String(to).endsWith('/original');
  if (isUnlucky && moment === 'before') die();
  await link(from, to);
  if (isUnlucky) die();
};
syncBuiltinESMExports();

await import('../src/main/start.ts');
