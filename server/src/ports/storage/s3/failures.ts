import { Problem } from '@lectern/contract/problem';

type Answered = { name?: string; $metadata?: { httpStatusCode?: number } };

export const isMissing = (error: unknown): boolean => (error as Answered).$metadata?.httpStatusCode === 404;

/** A key that was to be free has an object: it had one, or got it in this moment. */
export const isThere = (error: unknown): boolean => {
  const status = ((error as Problem).cause as Answered | undefined)?.$metadata?.httpStatusCode;
  return status === 412 || status === 409;
};

/** What a failure of the SDK is to the product. One that came with a signal's abort stays what it is. */
export function asProblem(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof Problem) return error;
  if (signal?.aborted) return signal.reason;
  return new Problem(isMissing(error) ? 'not_found' : 'storage_unavailable', { cause: error });
}
