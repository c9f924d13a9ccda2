import { Problem, type ProblemCode } from '@lectern/contract/problem';

/** A failure that another attempt may cure. `wait` is the provider's requested delay in milliseconds. */
export class TransientFailure extends Error {
  override readonly name = 'TransientFailure';
  readonly code: 'speech_failed' | 'speech_busy';
  readonly wait: number | undefined;

  constructor(message: string, code: 'speech_failed' | 'speech_busy' = 'speech_failed', wait?: number) {
    super(message);
    this.code = code;
    this.wait = wait;
  }
}

/** A failure that retries do not cure; `answered` is the HTTP status. */
export class ProviderRefusal extends Problem {
  readonly answered: number;

  constructor(code: ProblemCode, answered: number, cause: string) {
    super(code, { cause });
    this.answered = answered;
  }
}

/** The milliseconds of a Retry-After header: seconds or a date. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** Providers say by 429 both "slower" and "your account is empty"; only the text tells which. */
const empty = /insufficient[_ ](quota|funds|credits?)|exceeded your current quota|billing|out of credits?|payment/i;

/** Maps a status other than 2xx to an error. The answer itself goes to the log. */
export function mapStatusToError(name: string, path: string, status: number, body: string, wait?: number): Error {
  const cause = `${name} ${path}: ${status} ${body.slice(0, 1000)}`;
  if (status === 402 || ((status === 429 || status === 403) && empty.test(body)))
    return new ProviderRefusal('speech_unpaid', status, cause);
  if (status === 429) return new TransientFailure(cause, 'speech_busy', wait);
  if (status === 503 && wait !== undefined) return new TransientFailure(cause, 'speech_busy', wait);
  if (status >= 500 || status === 408 || status === 409) return new TransientFailure(cause);
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return new ProviderRefusal('speech_declined', status, cause);
  // A wrong key, address or model.
  return new ProviderRefusal('speech_refused', status, cause);
}
