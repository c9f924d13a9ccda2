import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { isTemporary, problemOf } from '../http/problem-of.ts';
import type { Job } from './jobs.ts';
import { JobTimeout } from './runner.ts';

/**
 * Returns the final problem of a failed job; `otherwise` covers unforeseen errors. Rethrows when another attempt
 * follows, the job was cancelled or the server stops.
 */
export function finalProblem(
  error: unknown,
  { signal, lastAttempt }: Pick<Job, 'signal' | 'lastAttempt'>,
  otherwise: ProblemCode = 'internal',
): Problem {
  const overdue = signal.reason instanceof JobTimeout;
  if (signal.aborted && !overdue) throw error;
  const problem = overdue ? new Problem('took_too_long', { cause: error }) : problemOf(error, otherwise);
  // Nothing could be said of it there, and it is no fault of the job's.
  if (problem.code === 'database_away') throw error;
  // It waits, however long that takes.
  if (isTemporary(problem)) throw error;
  if (problem.retryable && !lastAttempt) throw error;
  return problem;
}
