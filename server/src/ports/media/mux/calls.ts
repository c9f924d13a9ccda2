import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@lectern/contract/problem';
import Mux, { APIError, RateLimitError } from '@mux/mux-node';
import { boundedFetch } from '../../../platform/http/outside-call.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { muxHostsForSettings, type MuxSettings } from './settings.ts';

/** Milliseconds an answer of the API may take. */
const patience = 20_000;

/** Further attempts after the first. */
const repeats = 2;

const bounded = boundedFetch();

/**
 * Seconds until Mux accepts another call; undefined if longer than a person or job waits. Without Retry-After, the SDK
 * decides the wait.
 */
function restOf(headers: Headers): number | undefined {
  const said = headers.get('retry-after');
  if (said === null) return 1;
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return seconds * 1000 <= patience ? Math.max(0, seconds) : undefined;
}

/** The SDK waits as long as it is told, however long that is: an answer that asks for more is final. */
const askedPatiently: typeof fetch = async (input, init) => {
  const reply = await bounded(input, init);
  if (reply.ok || restOf(reply.headers) !== undefined) return reply;
  const { status, statusText } = reply;
  const headers = new Headers(reply.headers);
  headers.set('x-should-retry', 'false');
  return new Response(reply.body, { status, statusText, headers });
};

export const createMuxClient = (settings: MuxSettings): Mux =>
  new Mux({
    tokenId: settings.tokenId,
    tokenSecret: settings.tokenSecret,
    jwtSigningKey: settings.signingKeyId,
    jwtPrivateKey: settings.signingPrivateKey,
    webhookSecret: settings.webhookSecret,
    baseURL: muxHostsForSettings(settings).api,
    timeout: patience,
    // The SDK waits between attempts as Retry-After says; after the last one the job retries.
    maxRetries: repeats,
    logLevel: 'off',
    fetch: askedPatiently,
  });

/** Requires Mux's own not-found answer; a proxy without its service may also return 404. */
const isMissing = (error: unknown): boolean =>
  error instanceof APIError &&
  (error.status === 404 || error.status === 410) &&
  (error.error as { error?: { type?: unknown } } | undefined)?.error?.type === 'not_found';

/** Returns a Mux name that we store. Throws `storage_unavailable` if it exceeds the length Mux documents. */
export function checkMuxName(name: string, longest = 255): string {
  if (name.length > longest)
    throw new Problem('storage_unavailable', { cause: new Error(`Mux gave a name of ${name.length} characters.`) });
  return name;
}

/** Asks Mux something. Whatever goes wrong is `storage_unavailable`, with Mux's words for the log. */
export async function callMux<T>(call: () => Promise<T>): Promise<T> {
  outsideTransaction('A call of Mux');
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('storage_unavailable', { cause });
  }
}

/**
 * Like `asked`, for calls that must not run twice. Mux may have executed an unanswered call, so only refused ones are
 * repeated, and never by the SDK.
 */
export const callMuxOnce = <T>(call: (options: { maxRetries: 0 }) => Promise<T>): Promise<T> =>
  callMux(async () => {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await call({ maxRetries: 0 });
      } catch (error) {
        const rest = error instanceof RateLimitError && attempt < repeats ? restOf(error.headers) : undefined;
        if (rest === undefined) throw error;
        await delay(rest * 1000);
      }
  });

/** The same for what Mux may not have any more: undefined then. */
export const callMuxIfPresent = <T>(call: () => Promise<T>): Promise<T | undefined> =>
  callMux(async () => {
    try {
      return await call();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
