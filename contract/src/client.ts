import type { z } from 'zod';
import type { Reply, Route, Sent } from './route.ts';

/** A call that did not succeed: the status (0 = no answer), the server's text if it gave one, and the body. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly msg: string | undefined;
  readonly body: unknown;

  constructor(status: number, body: unknown, cause?: unknown) {
    const msg = messageOf(body);
    super(msg ?? (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`), { cause });
    this.status = status;
    this.msg = msg;
    this.body = body;
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { msg } = body as { msg?: unknown };
  return typeof msg === 'string' ? msg : undefined;
}

export type ClientOptions = {
  /** Origin of the server, empty for the page's own. */
  origin?: string;
  token?: () => string | undefined;
  fetch?: typeof fetch;
};

const keysOf = (schema: z.ZodObject | undefined): string[] => (schema ? Object.keys(schema.shape) : []);

/** A typed caller of the contract's JSON routes. */
export function createClient({ origin = '', token, fetch: send = fetch }: ClientOptions = {}) {
  return async function call<R extends Route>(
    route: R,
    input: Sent<R>,
    init: { signal?: AbortSignal; body?: string | Blob | Uint8Array<ArrayBuffer> } = {},
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
    const json = route.body || route.method === 'POST' ? JSON.stringify(Object.fromEntries(values)) : undefined;
    const bearer = token?.();
    let response: Response;
    try {
      response = await send(`${origin}/api${path}${query.size > 0 ? `?${query}` : ''}`, {
        method: route.method,
        headers: {
          ...(json !== undefined && init.body === undefined ? { 'content-type': 'application/json' } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
        body: init.body ?? json ?? null,
        signal: init.signal ?? null,
      });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new CallError(0, undefined, cause);
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new CallError(response.status, body);
    // The server strips and checks its own replies against this same schema.
    return body as Reply<R>;
  };
}

export type Call = ReturnType<typeof createClient>;
