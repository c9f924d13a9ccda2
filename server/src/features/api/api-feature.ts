import { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import type { Context, HttpExchange } from '../../platform/http/context.ts';
import { PresentState } from '../../platform/http/describe-problem.ts';
import { Finished } from '../../platform/http/finished.ts';
import { type Feature, feature, type Handler, type Handlers } from '../../platform/http/serve.ts';
import type { z } from 'zod';
import { answerOnce } from './answer-once.ts';
import { countCall } from './count-calls.ts';

const tagOf = (version: string): string => `"${version}"`;

/**
 * Checks that a change was made from the present state of something. Throws `version_needed` and `changed_meanwhile`,
 * which holds that state.
 */
export function requireMatch({ request }: HttpExchange, present: { version: string }): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined) throw new Problem('version_needed');
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(tagOf(present.version))) throw changedMeanwhile(present);
}

export const changedMeanwhile = (present: object, cause?: Problem): Problem =>
  new Problem('changed_meanwhile', { cause: new PresentState(present), ...(cause?.by ? { by: cause.by } : {}) });

/** An answer that is no JSON. */
export function asText(text: string, type: string): Finished {
  const content = Buffer.from(text);
  return new Finished({ content: Readable.from([content]), size: content.length, type });
}

/** Answers by the schema of a route, also with the state that a change was refused for. */
async function answerBy<T extends object>(reply: z.ZodType, answering: () => Promise<T>): Promise<T> {
  try {
    const answer = await answering();
    return answer instanceof Finished ? answer : (reply.parse(answer) as T);
  } catch (error) {
    if (!(error instanceof Problem) || !(error.cause instanceof PresentState)) throw error;
    throw changedMeanwhile(reply.parse(error.cause.state) as object, error);
  }
}

/** Adds to a handler that its calls are counted and done once, and say their status and version. */
function asApiCall(route: Route, handler: Handler<Route>): Handler<Route> {
  const reply = route.reply as z.ZodType;
  return async (context, input, wire) => {
    const ctx = context as Context<'member'>;
    await countCall(ctx, route, wire.reply);
    const work = (caller: Context<'member'>) =>
      answerBy(reply, async () => (await handler(caller, input, wire)) as object);
    // A file sent twice is the same file: its bytes are not read ahead to compare them.
    const isOnce = route.method !== 'GET' && route.body !== 'bytes';
    const { answer, isRepeated } = isOnce
      ? await answerOnce(ctx, wire.request, work)
      : { answer: await work(ctx), isRepeated: false };
    if (isRepeated) void wire.reply.header('idempotency-replayed', 'true');
    if ('version' in answer) void wire.reply.header('etag', tagOf(String(answer.version)));
    void wire.reply.code(route.api?.status ?? 200);
    return answer;
  };
}

/** A feature that programs call, under `/api/v1`. */
export function apiFeature<const T extends Record<string, Route>>(routes: T, handlers: Handlers<T>): Feature {
  const calls = Object.entries(handlers as unknown as Record<string, Handler<Route>>).map(
    ([name, handler]) => [name, asApiCall(routes[name]!, handler)] as const,
  );
  return feature(routes, Object.fromEntries(calls) as unknown as Handlers<T>);
}
