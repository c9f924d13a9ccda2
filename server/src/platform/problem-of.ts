import { Problem, type ProblemCode } from '@lectern/contract/problem';

/** What an error is to people; `otherwise` is for one that nobody foresaw. A full disk is told as such wherever it shows. */
export function problemOf(error: unknown, otherwise: ProblemCode): Problem {
  if (error instanceof Problem) return error;
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return new Problem(full ? 'disk_full' : otherwise, { cause: error });
}
