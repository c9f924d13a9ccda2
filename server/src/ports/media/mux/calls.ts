import { Problem } from '@lectern/contract/problem';
import Mux, { APIError } from '@mux/mux-node';
import { boundedFetch } from '../../../platform/bounded-fetch.ts';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { hostsOf, type MuxSettings } from './settings.ts';

/** Milliseconds an answer of the API may take. */
const patience = 20_000;

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
    maxRetries: 2,
    logLevel: 'off',
    fetch: boundedFetch(),
  });

const isMissing = (error: unknown): boolean =>
  error instanceof APIError && (error.status === 404 || error.status === 410);

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
