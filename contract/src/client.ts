import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';
import { type Reply, type Route, type RequestInput, workspaceHeader } from './route.ts';

/** A call that did not succeed: the status (0 = no answer), the code and text if there are any, and the body. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** One of `problems`, or of a newer server's. */
  readonly code: string | undefined;
  readonly msg: string | undefined;
  readonly body: unknown;

  constructor(status: number, body: unknown, cause?: unknown) {
    const msg = fieldOf(body, 'msg') ?? fieldOf(body, 'detail');
    super(msg ?? (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`), { cause });
    this.status = status;
    this.code = fieldOf(body, 'code');
    this.msg = msg;
    this.body = body;
  }
}

function fieldOf(body: unknown, name: 'code' | 'msg' | 'detail'): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a call has not come to the server: there is no answer, or one that something in between gave for it. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || (error.status >= 502 && error.status <= 504 && error.code === undefined));

/**
 * Whether a call was refused for one of these reasons: by their codes, since another version of the server words them
 * otherwise.
 */
export const hasErrorCode = (error: unknown, ...codes: readonly ProblemCode[]): boolean =>
  error instanceof CallError && codes.some((code) => code === error.code);

export type ClientOptions = {
  /** Origin of the server, empty for the page's own. */
  origin?: string;
  token?: () => string | undefined;
  /** The workspace with which the caller works. */
  workspace?: () => string | undefined;
  fetch?: typeof fetch;
  /** Timeout in milliseconds; waits forever when undefined. Model calls and file uploads may take any time. */
  patience?: number;
};

type CallInit = {
  signal?: AbortSignal;
  body?: string | Blob | Uint8Array<ArrayBuffer>;
  /** In place of the one with which the caller works. */
  workspace?: string | undefined;
};

/** A change by a signed-in person may have been saved although the answer did not come in time. */
const unanswered = 'The server did not answer in time. This may have been saved: please check before you try again.';

const keysOf = (schema: z.ZodObject | undefined): string[] => (schema ? Object.keys(schema.shape) : []);

/** A typed caller of the contract's JSON routes. */
export function createClient({ origin = '', token, workspace, fetch: send = fetch, patience }: ClientOptions = {}) {
  return async function call<R extends Route>(
    route: R,
    input: RequestInput<R>,
    init: CallInit = {},
  ): Promise<Reply<R>> {
    const values = new Map(Object.entries((input ?? {}) as Record<string, unknown>));
    const take = (name: string): unknown => {
      const value = values.get(name);
      values.delete(name);
      return value;
    };
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))));
    const query = new URLSearchParams();
    for (const name of keysOf(route.query)) {
      const value = take(name);
      if (value !== undefined) query.set(name, String(value));
    }
    const takesJson = route.body !== 'bytes' && (route.body !== undefined || route.method === 'POST');
    const json = takesJson ? JSON.stringify(Object.fromEntries(values)) : undefined;
    const bearer = token?.();
    const chosen = init.workspace ?? workspace?.();
    const late =
      patience === undefined || route.asksModel || init.body !== undefined ? undefined : AbortSignal.timeout(patience);
    const ends = [init.signal, late].filter((signal) => signal !== undefined);
    let response: Response;
    let body: unknown;
    try {
      response = await send(`${origin}/api${path}${query.size > 0 ? `?${query}` : ''}`, {
        method: route.method,
        headers: {
          ...(json !== undefined && init.body === undefined ? { 'content-type': 'application/json' } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(chosen ? { [workspaceHeader]: chosen } : {}),
        },
        body: init.body ?? json ?? null,
        signal: ends.length > 0 ? AbortSignal.any(ends) : null,
      });
      const arrived: Promise<unknown> = response.json();
      // Half an answer is none, whatever its status says; what a failure says of itself may be missing.
      body = await (response.ok ? arrived : arrived.catch(() => undefined));
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      const mayBeDone = late?.aborted && route.method !== 'GET' && route.access !== 'anyone';
      throw new CallError(0, mayBeDone ? { msg: unanswered } : undefined, cause);
    }
    if (!response.ok) throw new CallError(response.status, body);
    // The server strips and checks its own replies against this same schema.
    return body as Reply<R>;
  };
}

export type Call = ReturnType<typeof createClient>;
