import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api-types.d.ts';

export type Schemas = components['schemas'];

/** Seconds for which a call that comes too often is held back, at most. */
const longestWait = 60;
const attempts = 5;

/** A call that did not succeed. `code` is one of the API's, or `unreachable`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly problem: unknown;

  constructor(code: string, text: string, problem?: unknown) {
    super(text);
    this.code = code;
    this.problem = problem;
  }
}

/** Reads why a call failed. Calls beside the API say `msg` where a problem says `detail`. */
export function readFailure(status: number, body: unknown): ApiError {
  const { code, detail, msg } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = detail ?? msg ?? `The server answered ${status}.`;
  return new ApiError(typeof code === 'string' ? code : `http_${status}`, String(text), body);
}

const unreachable = (url: string, cause: unknown): ApiError => {
  const { message, cause: inner } = cause as Error;
  const why = inner instanceof Error ? inner.message || String((inner as NodeJS.ErrnoException).code) : message;
  return new ApiError('unreachable', `${new URL(url).origin} cannot be reached: ${why}.`);
};

/** Sends a call, and again after the time that the server names where too many have come. */
async function sendPatiently(request: Request): Promise<Response> {
  for (let n = 1; ; n += 1) {
    const response = await fetch(request.clone()).catch((cause: unknown) => {
      throw unreachable(request.url, cause);
    });
    const wait = Number(response.headers.get('retry-after') ?? Infinity);
    if (response.status !== 429 || wait > longestWait || n === attempts) return response;
    await response.body?.cancel();
    await delay(wait * 1000);
  }
}

/** A typed caller of the API of a server, in the name of a key. */
export const connect = (server: string, key: string) =>
  createClient<paths>({ baseUrl: server, headers: { authorization: `Bearer ${key}` }, fetch: sendPatiently });

export type Api = ReturnType<typeof connect>;

/** The answer of a call. Throws `ApiError`. */
export function answerOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw readFailure(response.status, error);
  return data;
}
