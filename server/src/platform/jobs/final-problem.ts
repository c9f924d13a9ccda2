import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { Job } from './jobs.ts';
import { JobOverdue } from './runner.ts';

/**
 * What those who wait for a job are told when nobody tries it again after this failure; `otherwise` is for a failure
 * nobody foresaw. Throws the error where another attempt follows, and where the job was cancelled or the server stops:
 * who did that knows what becomes of it.
 */
export function finalProblem(
  error: unknown,
  { signal, lastAttempt }: Pick<Job, 'signal' | 'lastAttempt'>,
  otherwise: ProblemCode = 'internal',
): Problem {
  const overdue = signal.reason instanceof JobOverdue;
  if (signal.aborted && !overdue) throw error;
  const problem = overdue ? new Problem('took_too_long', { cause: error }) : asProblem(error, otherwise);
  if (problem.retryable && !lastAttempt) throw error;
  return problem;
}

function asProblem(error: unknown, otherwise: ProblemCode): Problem {
  if (error instanceof Problem) return error;
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return new Problem(full ? 'disk_full' : otherwise, { cause: error });
}
