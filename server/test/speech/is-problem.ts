import { Problem, type ProblemCode } from '@lectern/contract/problem';

/** For `assert.rejects`: a problem of this code whose cause, which goes to the log, matches. */
export const matchesProblem =
  (code: ProblemCode, cause = /./) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code && cause.test(String(error.cause));
