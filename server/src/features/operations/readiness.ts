import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import { createSingleFlight, type SharedWork } from '../../platform/cache/single-flight.ts';

/** Milliseconds after which a part counts as silent: whoever asks waits for an answer as well. */
const patience = 2_000;

/** Milliseconds for which an answer is told again: monitors ask every few seconds, and anybody may ask. */
const holds = 1_000;

type Answer = 'ok' | 'not current' | 'does not answer';

type Readiness = { ready: boolean; parts: Readonly<Record<string, Answer>> };

async function inTime(ask: () => Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const silence = delay<Answer>(patience, 'does not answer', { signal: late.signal });
  try {
    return await Promise.race([ask().catch((): Answer => 'does not answer'), silence]);
  } finally {
    silence.catch(() => undefined);
    late.abort();
  }
}

async function askParts({ database, jobs, storage }: World): Promise<Readiness> {
  const stored = inTime(() => storage.check().then(() => 'ok'));
  const needed: Readonly<Record<string, () => Promise<Answer>>> = {
    database: () => sql`select 1`.execute(database.kysely).then(() => 'ok'),
    migrations: async () => ((await database.isServable()) ? 'ok' : 'not current'),
    jobs: () => jobs.answers().then(() => 'ok'),
  };
  const answers = await Promise.all(
    Object.entries(needed).map(async ([name, ask]) => [name, await inTime(ask)] as const),
  );
  const ready = answers.every(([, answer]) => answer === 'ok');
  // Told and not counted: most pages go on without the storage, and it is away for every process at once.
  return { ready, parts: { ...Object.fromEntries(answers), storage: await stored } };
}

/** The answer there is, and the questions that are being asked. */
type Asked = { last?: { readiness: Readiness; at: number }; asking: SharedWork<Readiness> };

const worlds = new WeakMap<World['database'], Asked>();

/** Whether this process can serve: its parts are asked once a second at most, however many want to know. */
export async function readinessOf(world: World): Promise<Readiness> {
  const asked: Asked = worlds.get(world.database) ?? { asking: createSingleFlight() };
  worlds.set(world.database, asked);
  const { last, asking } = asked;
  if (last && performance.now() - last.at < holds) return last.readiness;
  return asking.share('readiness', async () => {
    const readiness = await askParts(world);
    asked.last = { readiness, at: performance.now() };
    return readiness;
  });
}
