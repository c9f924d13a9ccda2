import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@lectern/contract/problem';
import Mux, { APIError, RateLimitError } from '@mux/mux-node';
import { boundedFetch } from '../../../platform/http/bounded-fetch.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { hostsOf, type MuxSettings } from './settings.ts';

/** Milliseconds an answer of the API may take. */
const patience = 20_000;

/** Further attempts after the first. */
const repeats = 2;

const bounded = boundedFetch();

/**
 * Seconds after which Mux lets itself be asked again; undefined when that is longer than a person waits, or than a job
 * should hold its place. What says nothing is waited out for as long as the SDK finds right.
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
    baseURL: hostsOf(settings).api,
    timeout: patience,
    // Those in between are waited out as Retry-After says; what fails then is the job's to try again.
    maxRetries: repeats,
    logLevel: 'off',
    fetch: askedPatiently,
  });

/** What Mux itself says of what it does not have: of a proxy without its service anybody may get a 404. */
const isMissing = (error: unknown): boolean =>
  error instanceof APIError &&
  (error.status === 404 || error.status === 410) &&
  (error.error as { error?: { type?: unknown } } | undefined)?.error?.type === 'not_found';

/** What Mux calls something that we keep. Nothing of it is longer than its own documentation lets it be. */
export function kept(name: string, longest = 255): string {
  if (name.length > longest)
    throw new Problem('storage_unavailable', { cause: new Error(`Mux gave a name of ${name.length} characters.`) });
  return name;
}

/** Asks Mux something. Whatever goes wrong is `storage_unavailable`, with Mux's words for the log. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  outsideTransaction('A call of Mux');
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('storage_unavailable', { cause });
  }
}

/**
 * The same for what must not be done twice, of which Mux may have done what it did not answer: `call`, which the SDK must
 * not repeat, is made again only where Mux refused to listen.
 */
export const askedOnce = <T>(call: (options: { maxRetries: 0 }) => Promise<T>): Promise<T> =>
  asked(async () => {
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
export const askedFor = <T>(call: () => Promise<T>): Promise<T | undefined> =>
  asked(async () => {
    try {
      return await call();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
