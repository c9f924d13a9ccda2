import { Problem } from '@lectern/contract/problem';
import type { Access, Answer, Input, Route } from '@lectern/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, Administrator, Context, Member, World } from './context.ts';
import { problemOf } from './problem-of.ts';

/** The raw request and reply, for the few routes that stream. */
export type Wire = { request: FastifyRequest; reply: FastifyReply };

export type Handler<R extends Route> = (
  ctx: Context<R['access']>,
  input: Input<R>,
  wire: Wire,
) => Promise<Answer<R>> | Answer<R>;

/** One handler for each route of a table: a route without one does not compile. */
export type Handlers<T extends Record<string, Route>> = { [K in keyof T]: Handler<T[K]> };

/** Finds out who sent a bearer token; undefined for a dead or unknown one. */
export type Authenticate = (world: World, token: string) => Promise<Actor | undefined>;

export type Feature = { routes: Record<string, Route>; handlers: Record<string, Handler<Route>> };

/** Pairs a route table with its handlers, checked, for `serveFeatures`. */
export function feature<const T extends Record<string, Route>>(routes: T, handlers: Handlers<T>): Feature {
  // The pairing was checked above; past this point the table is walked by name only.
  return { routes, handlers: handlers as unknown as Record<string, Handler<Route>> };
}

function parse(schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): object {
  if (!schema) return {};
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data as object;
  // An id that cannot exist is an item that does not exist.
  if (part === 'params') throw new Problem('not_found', { cause: parsed.error });
  const [issue] = parsed.error.issues;
  throw new Problem('bad_request', {
    cause: parsed.error,
    detail: `Please check ${issue?.path.join('.') || `the ${part}`}: ${issue?.message ?? 'not as expected'}.`,
  });
}

/** The token a request carries. */
export const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The context before the compiler knows which access it was made for. */
type Caller = World & { ip: string; origin: string; member?: Member; administrator?: Administrator };

async function contextOf(
  world: World,
  access: Access,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller> {
  const origin = world.publicUrlIsSet ? world.publicUrl : `${request.protocol}://${request.host}`;
  const base = { ...world, ip: request.ip, origin, log: request.log };
  if (access === 'anyone' || access === 'capability') return base;
  const token = bearer(request);
  const actor = token ? await authenticate(world, token) : undefined;
  if (!actor) throw new Problem('unauthorized');
  if (access === 'admin') {
    if (actor.kind !== 'administrator') throw new Problem('forbidden');
    return { ...base, administrator: actor.administrator };
  }
  if (actor.kind !== 'member') throw new Problem('forbidden');
  if (access === 'active' && actor.member.expired) throw new Problem('membership_expired');
  return { ...base, member: actor.member };
}

/** The body of a failure. A dead session and a wrong role answer a bare JSON string (decisions). */
function failureBody(problem: Problem, route: Route | undefined): unknown {
  if (problem.code === 'unauthorized' || problem.code === 'forbidden') return problem.text;
  return route?.errorField ? { msg: problem.text, error: problem.text } : { msg: problem.text };
}

/**
 * How PostgreSQL refuses a text that is no id or number, one with a character it does not know (U+0000, and half a pair
 * in JSON), and a number beyond its column.
 */
const refusedValues: ReadonlySet<string | undefined> = new Set(['22P02', '22021', '22P05', '22003']);

function asProblem(error: unknown): Problem {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  const refused = refusedValues.has(code) || (statusCode !== undefined && statusCode >= 400 && statusCode < 500);
  return problemOf(error, refused ? 'bad_request' : 'internal');
}

/** Answers a failure: the text to the user, the cause to the log. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, route?: Route): void {
  const problem = asProblem(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, code: problem.code }, problem.text);
  else request.log.info({ code: problem.code, cause: String(problem.cause ?? '') }, problem.text);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const { statusCode } = error as { statusCode?: number };
  const status = problem.code === 'bad_request' && statusCode === 413 ? 413 : problem.status;
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(problem, route)));
}

/** Registers every route of the features: who may call, what comes in, what goes out. */
export function serveFeatures(
  app: FastifyInstance,
  world: World,
  features: readonly Feature[],
  authenticate: Authenticate,
): void {
  for (const { routes, handlers } of features) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name]!;
      app.route({
        method: route.method,
        url: route.reply === 'stream' ? route.path : `/api${route.path}`,
        exposeHeadRoute: false,
        errorHandler: (error, request, reply) => answerFailure(error, request, reply, route),
        handler: async (request, reply) => {
          const ctx = await contextOf(world, route.access, request, authenticate);
          const input = {
            ...parse(route.body, request.body, 'body'),
            ...parse(route.query, request.query, 'query'),
            ...parse(route.params, request.params, 'params'),
          };
          const answer = await handler(ctx as Context<Route['access']>, input as Input<Route>, { request, reply });
          if (route.reply === 'stream') return reply;
          // The reply schema strips: what is not in the contract never leaves the server.
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(route.reply.parse(answer)));
        },
      });
    }
  }
}
