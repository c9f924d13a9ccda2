import { createHash, randomUUID } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import { day, minute } from '@lectern/contract/rules/durations';
import type { FastifyRequest } from 'fastify';
import type { Context, World } from '../../platform/http/context.ts';
import { rawBody } from '../../platform/http/json-bodies.ts';
import { callerId } from './count-calls.ts';
import type { Database } from '../../platform/database/database.ts';
import { claimRequest, dropRequestsBefore, dropRun, findRequest, noteWritten, type Run, updateRun } from './store.ts';

/** Milliseconds for which an answer is known. */
const kept = day;
/** Milliseconds without a sign of life after which the process of a run is taken for dead. */
const lifetime = minute;
const renewEvery = lifetime / 4;

/** The key by which a program names a request; undefined without one. Quotes, which a draft asks for, do not count. */
function requestKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Problem('key_of_request_invalid');
  return key;
}

const hashOf = (request: FastifyRequest): Buffer =>
  createHash('sha256').update(`${request.method} ${request.url}\n`).update(rawBody(request)).digest();

const livesUntil = (world: World): Date => new Date(world.now().getTime() + lifetime);

/** A write, by the context with which it has to be done. */
type Work = (ctx: Context<'member'>) => Promise<object>;

/** Notes a run as written in every transaction that it commits; one that another has taken over commits nothing. */
const noteWrites = (database: Database, run: Run): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (tx) => {
      const done = await work(tx);
      if (!(await noteWritten(tx, run))) throw new Problem('request_running');
      return done;
    }),
});

/** Runs a write, and says that it lives meanwhile. A refused one has changed nothing, and may be sent again. */
async function runKept(ctx: Context<'member'>, run: Run, work: Work): Promise<object> {
  const db = ctx.database.kysely;
  const renewing = setInterval(() => {
    updateRun(db, run, { running_until: livesUntil(ctx) }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'A request of a program could not be kept alive.'),
    );
  }, renewEvery);
  try {
    const answer = await work({ ...ctx, database: noteWrites(ctx.database, run) });
    await keepAnswer(ctx, run, answer);
    return answer;
  } catch (error) {
    await dropRun(db, run, { evenWritten: error instanceof Problem });
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Keeps the answer of a write. What was done is done, and told, also where it cannot be kept. */
async function keepAnswer({ database, log }: World, run: Run, answer: object): Promise<void> {
  try {
    await updateRun(database.kysely, run, { answer: JSON.stringify(answer) });
  } catch (error) {
    log.warn({ err: error }, 'The answer to a request of a program could not be kept.');
  }
}

/**
 * Does a write once, however often it is sent under the same key within a day. Throws `request_running`,
 * `request_differs` and, where the server was killed before it answered, `request_interrupted`.
 */
export async function answerOnce(
  ctx: Context<'member'>,
  request: FastifyRequest,
  work: Work,
): Promise<{ answer: object; isRepeated: boolean }> {
  const key = requestKey(request);
  if (key === undefined) return { answer: await work(ctx), isRepeated: false };
  const run = { callerId: callerId(ctx), key, runId: randomUUID() };
  const hash = hashOf(request);
  const db = ctx.database.kysely;
  const now = ctx.now();
  const times = { now, until: livesUntil(ctx), knownSince: new Date(now.getTime() - kept) };
  const isOurs = await claimRequest(db, { ...run, workspaceId: ctx.workspace.id, hash }, times);
  if (isOurs) return { answer: await runKept(ctx, run, work), isRepeated: false };
  const known = await findRequest(db, run);
  if (known && !known.request_hash.equals(hash)) throw new Problem('request_differs');
  // One that has failed since is free for whoever asks again.
  if (!known) throw new Problem('request_running');
  if (known.answer === null)
    throw new Problem(known.is_written && known.running_until <= now ? 'request_interrupted' : 'request_running');
  return { answer: JSON.parse(known.answer) as object, isRepeated: true };
}

/** Forgets answers that no repeated request gets any more. */
export const sweepApiRequests = ({ database, now }: World) =>
  dropRequestsBefore(database.kysely, new Date(now().getTime() - kept));
