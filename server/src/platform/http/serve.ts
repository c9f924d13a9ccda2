import { Readable } from 'node:stream';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { HandlerReply, Input, Route } from '@lectern/contract/route';
import { isWebOrigin } from '@lectern/contract/rules/web-origin';
import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { boundCallers, type WorkLimits } from '../limits/admission.ts';
import { explaining, type ExplainRefusal, grantAccess, type NoteRefusal, notingRefusals } from './access.ts';
import { bearer } from './bearer.ts';
import { ClientDisconnected, disconnectSignal } from './when-closed.ts';
import { drainRequestsOnClose } from './graceful-shutdown.ts';
import type { AccountPrincipal, Context, World, HttpExchange } from './context.ts';
import { Finished } from './finished.ts';
import { describeInvalidInput, InvalidInput } from './invalid-input.ts';
import { SpanKind } from '@opentelemetry/api';
import { withLogContext } from '../log/log.ts';
import { inSpan } from '../log/tracing.ts';
import { bodyLimitOf, refuseLongBody } from './json-bodies.ts';
import { describeProblem } from './describe-problem.ts';
import { problemOf } from './problem-of.ts';
import { readWantedWorkspace, videoIn, type WantedWorkspace } from './wanted-workspace.ts';

export type Handler<R extends Route> = (
  ctx: Context<R['access']>,
  input: Input<R>,
  wire: HttpExchange,
) => Promise<HandlerReply<R> | Finished> | HandlerReply<R>;

/** One handler for each route of a table: a route without one does not compile. */
export type Handlers<T extends Record<string, Route>> = { [K in keyof T]: Handler<T[K]> };

/** Finds out who sent a bearer token; undefined for a dead or unknown one. */
export type Authenticate = (
  world: World,
  token: string,
  wanted?: WantedWorkspace,
) => Promise<AccountPrincipal | undefined>;

/** Sends what visitors see in place of a page: they read no JSON. The reply has its status already. */
export type FailedPage = (ctx: Context<'capability'>, wire: HttpExchange, problem: Problem) => Promise<void>;

export type Feature = {
  routes: Record<string, Route>;
  handlers: Record<string, Handler<Route>>;
  failedPages: Readonly<Record<string, FailedPage | undefined>>;
};

/**
 * Pairs a route table with its handlers, checked, for `serveFeatures`; `failedPages` are those of its pages. `verbs`:
 * the handlers, for other ways to call them.
 */
export function feature<const T extends Record<string, Route>, H extends Handlers<T>>(
  routes: T,
  handlers: H & Handlers<T>,
  failedPages: { [K in keyof T]?: FailedPage } = {},
): Feature & { verbs: H } {
  // The pairing was checked above; past this point the table is walked by name only.
  return { routes, handlers: handlers as unknown as Record<string, Handler<Route>>, failedPages, verbs: handlers };
}

function parse(schema: z.ZodType | 'bytes' | undefined, value: unknown, part: 'params' | 'query' | 'body'): object {
  if (!schema || schema === 'bytes') return {};
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data as object;
  // An id that cannot exist is an item that does not exist.
  if (part === 'params') throw new Problem('not_found', { cause: parsed.error });
  const cause = new InvalidInput(parsed.error, value ?? {}, part);
  throw new Problem('bad_request', { cause, detail: describeInvalidInput(parsed.error, value, part) });
}

/** Where the product is for this browser; undefined where its Host header, which can be anything, names no host. */
function originOf(world: World, { protocol, host }: FastifyRequest): string | undefined {
  if (world.publicUrlIsSet) return world.publicUrl;
  const origin = `${protocol}://${host}`.toLowerCase();
  return isWebOrigin(origin) ? origin : undefined;
}

/** Tells a program without a token where it gets one (RFC 6750; RFC 9728, section 5.1). */
function challengeOf(world: World, { path, oauthScopes }: Route, request: FastifyRequest): string {
  const origin = originOf(world, request);
  if (!oauthScopes || origin === undefined) return 'Bearer';
  const error = bearer(request) === undefined ? '' : 'error="invalid_token", ';
  const metadata = `${origin}/.well-known/oauth-protected-resource${path}`;
  return `Bearer ${error}resource_metadata="${metadata}", scope="${oauthScopes.join(' ')}"`;
}

function contextOf(
  world: World,
  route: Route,
  request: FastifyRequest,
  principal: AccountPrincipal | undefined,
  { turn, signal }: Pick<Context<'anyone'>, 'turn' | 'signal'>,
): Context<'anyone'> {
  // It ends up in addresses and policies.
  const origin = originOf(world, request);
  if (origin === undefined)
    throw new Problem('bad_request', { detail: 'The Host header of this request names no host.' });
  const userAgent = request.headers['user-agent'] ?? '';
  const call = { ip: request.ip, userAgent, origin, turn, signal, log: request.log };
  return { ...world, ...call, ...grantAccess(route, principal) };
}

/** The body of a failure. A dead session and a wrong role answer a bare JSON string (specification, decisions). */
function failureBody(problem: Problem, route: Route | undefined): unknown {
  if (problem.code === 'unauthorized' || problem.code === 'forbidden') return problem.text;
  const { code, text: msg, by } = problem;
  return { code, msg, ...(route?.errorField ? { error: msg } : {}), ...(by ? { by } : {}) };
}

/**
 * PostgreSQL errors for malformed ids and numbers, unsupported characters (U+0000, half surrogate pairs in JSON) and
 * numbers out of range.
 */
const refusedValues: ReadonlySet<string | undefined> = new Set(['22P02', '22021', '22P05', '22003']);

function asProblem(error: unknown): Problem {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  const refused = refusedValues.has(code) || (statusCode !== undefined && statusCode >= 400 && statusCode < 500);
  return problemOf(error, refused ? 'bad_request' : 'internal');
}

/** Seconds after which it makes sense to ask again. */
const retryAfter: Partial<Record<ProblemCode, number>> = {
  busy: 5,
  unavailable: 5,
  database_away: 5,
  storage_away: 5,
  storage_unavailable: 10,
  too_many_requests: 10,
  too_many_tries: 300,
};

/** Refusals an operator watches for: who may not, who tries too often. */
const warnStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** One line in the log. Where a call went is said by its route: an address may hold keys. */
function logFailure(problem: Problem, request: FastifyRequest): void {
  const { code, status, text, cause } = problem;
  if (status >= 500) return request.log.error({ err: cause ?? problem, code }, text);
  const route = `${request.method} ${request.routeOptions.url ?? '(none)'}`;
  if (warnStatuses.has(status)) return request.log.warn({ code, route, from: request.ip }, text);
  request.log.info({ code, route, cause: String(cause ?? '') }, text);
}

/** Logs a failure and begins its answer; undefined where nobody can be answered any more. */
function beginFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  if (error instanceof ClientDisconnected) {
    request.log.info({ route: request.routeOptions.url }, error.message);
    reply.raw.destroy();
    return undefined;
  }
  const problem = asProblem(error);
  withLogContext({ request: request.id }, () => logFailure(problem, request));
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return undefined;
  }
  const after = retryAfter[problem.code];
  if (after !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', after);
  const { statusCode } = error as { statusCode?: number };
  const status = problem.code === 'bad_request' && statusCode === 413 ? 413 : problem.status;
  // Also where the handler had begun to allow something else.
  void reply.code(status).header('cache-control', 'no-store');
  return problem;
}

/** Whether an address is one of the calls of programs. */
const isApi = (url: string): boolean => url.startsWith('/api/v1/');

function sendFailure(problem: Problem, request: FastifyRequest, reply: FastifyReply, route?: Route): FastifyReply {
  if (!isApi(request.url))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(failureBody(problem, route)));
  return reply
    .type('application/problem+json')
    .send(JSON.stringify({ ...describeProblem(problem, request), status: reply.statusCode }));
}

/** Answers a failure: the text to the user, the cause to the log. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, route?: Route): void {
  const problem = beginFailure(error, request, reply);
  if (problem) void sendFailure(problem, request, reply, route);
}

/** The same by a page, or without one where it cannot be drawn either. */
async function answerPage(
  error: unknown,
  { request, reply }: HttpExchange,
  route: Route,
  draw: DrawFailure,
): Promise<void> {
  const problem = beginFailure(error, request, reply);
  if (!problem) return;
  try {
    await draw(problem);
  } catch (cause) {
    withLogContext({ request: request.id }, () =>
      request.log.error({ err: cause }, 'The page of a failure could not be drawn.'),
    );
    void sendFailure(problem, request, reply, route);
  }
}

type DrawFailure = (problem: Problem) => Promise<void>;

/** HEAD is answered like GET, and what would be the body is neither read nor sent. */
function withoutBody(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: DoneFuncWithErrOrRes,
): void {
  if (payload instanceof Readable) payload.on('error', () => undefined).destroy();
  else if (typeof payload === 'string' || payload instanceof Uint8Array)
    void reply.header('content-length', Buffer.byteLength(payload));
  done(null, null);
}

/** Whether HEAD may be asked where GET is: of what is looked at, and not of what each call does anew or uses up. */
const isLookedAt = ({ method, reply, work }: Route): boolean =>
  method === 'GET' && reply === 'stream' && work !== undefined && work !== 'limited';

/** Monitors poll these every few seconds, so they leave no trace. */
const untracedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Answers a request under its id, and in a span: a trace begins here, whatever the caller says of one. */
function traced<T>(route: Route, request: FastifyRequest, reply: FastifyReply, answer: () => Promise<T>): Promise<T> {
  return withLogContext({ request: request.id }, () =>
    untracedPaths.has(route.path)
      ? answer()
      : inSpan(
          `${route.method} ${route.path}`,
          { kind: SpanKind.SERVER, 'http.request.method': route.method, 'http.route': route.path },
          async (span) => {
            const answered = await answer();
            span.setAttribute('http.response.status_code', reply.statusCode);
            return answered;
          },
        ),
  );
}

/**
 * Ignores the content type of raw bytes, which is only a guess; a parser chosen by it would read them before the
 * handler.
 */
async function forgetType({ headers }: FastifyRequest): Promise<void> {
  delete headers['content-type'];
}

/** Registers every route of the features: who may call, what comes in, what goes out. */
export function serveFeatures(
  app: FastifyInstance,
  world: World,
  features: readonly Feature[],
  authenticate: Authenticate,
  {
    limits = {},
    noteRefusal,
    explainRefusal,
  }: { limits?: WorkLimits; noteRefusal?: NoteRefusal | undefined; explainRefusal?: ExplainRefusal | undefined } = {},
): void {
  const run = drainRequestsOnClose(app);
  const { callerOf, admit, turnOf, hold } = boundCallers(
    (token, request) => authenticate(world, token, readWantedWorkspace(request)),
    limits,
  );

  const ownHead = new Set(
    features.flatMap(({ routes }) =>
      Object.values(routes).flatMap(({ method, path }) => (method === 'HEAD' ? path : [])),
    ),
  );
  for (const { routes, handlers, failedPages } of features) {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name]!;
      const failedPage = failedPages[name];
      const served: RouteOptions = {
        method: route.method,
        url: route.reply === 'stream' ? route.path : `/api${route.path}`,
        exposeHeadRoute: false,
        bodyLimit: bodyLimitOf(route),
        onRequest:
          route.body === 'bytes'
            ? forgetType
            : (request, reply) =>
                refuseLongBody(route, request, async () => !!(await callerOf(request, disconnectSignal(reply)))),
        errorHandler: (error, request, reply) => {
          if (route.scope && error instanceof Problem && error.status === 401)
            void reply.header('www-authenticate', challengeOf(world, route, request));
          if (!failedPage) return answerFailure(error, request, reply, route);
          void answerPage(error, { request, reply }, route, (problem) => {
            const around = { turn: turnOf(request, undefined), signal: disconnectSignal(reply) };
            const ctx = contextOf(world, route, request, undefined, around);
            return failedPage(ctx, { request, reply }, problem);
          });
        },
        handler: (request, reply) => {
          // Answers hold personal data, tokens among them: nobody keeps a copy unless the handler says that they may.
          void reply.header('cache-control', 'no-store');
          const signal = disconnectSignal(reply);
          const answer = async (principal: AccountPrincipal | undefined): Promise<FastifyReply> => {
            const turn = turnOf(request, principal);
            const ctx = contextOf(world, route, request, principal, { turn, signal });
            const input = {
              ...parse(route.body, request.body, 'body'),
              ...parse(route.query, request.query, 'query'),
              ...parse(route.params, request.params, 'params'),
            };
            const answered = await withLogContext({ video: videoIn(input) }, () =>
              handler(ctx as Context<Route['access']>, input as Input<Route>, { request, reply }),
            );
            if (route.reply === 'stream') return reply;
            void reply.type('application/json; charset=utf-8');
            if (answered instanceof Finished) {
              if (answered.type !== undefined) void reply.type(answered.type);
              return reply.header('content-length', answered.size).send(answered.content);
            }
            // The reply schema strips: what is not in the contract never leaves the server.
            const bytes = Buffer.from(JSON.stringify(route.reply.parse(answered)));
            hold(request, principal, reply, bytes.length);
            return reply.send(bytes);
          };
          return run(reply, () =>
            traced(route, request, reply, () =>
              admit(route, { request, reply }, signal, (principal) =>
                notingRefusals(noteRefusal, { route, request, principal }, () =>
                  explaining(
                    explainRefusal && ((refused) => explainRefusal(world, refused)),
                    { route, principal },
                    () => answer(principal),
                  ),
                ),
              ),
            ),
          );
        },
      };
      // Addresses of pages are copied with a slash at their end; of a call, what is missing there is an id.
      for (const url of failedPage ? [served.url, `${served.url}/`] : [served.url]) {
        app.route({ ...served, url });
        if (isLookedAt(route) && !ownHead.has(route.path))
          app.route({ ...served, url, method: 'HEAD', compress: false, onSend: withoutBody });
      }
    }
  }
  app.all('/api/v1/*', (request, reply) =>
    answerFailure(new Problem('not_found', { detail: 'There is nothing at this address.' }), request, reply),
  );
}
