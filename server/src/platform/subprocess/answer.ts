import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { type ProblemCode, Problem } from '@lectern/contract/problem';

/** The final report of a subprocess. Errors lose their class in transit, so a problem travels by its code. */
export type SubprocessReport<Result> =
  | { result: Result }
  | { problem: { code: ProblemCode; detail: string; cause: string } }
  /** Nobody's file is to blame; `code` is the system's, such as ENOSPC. */
  | { error: { message: string; code?: string | undefined } };

const outOfMemory = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_MEMORY_ALLOCATION_FAILED' ||
  (error instanceof RangeError && /allocation failed/i.test(error.message));

/** Whether the machine failed at something; that says nothing about a file that was being read. */
export const isSystemFailure = (error: unknown): boolean =>
  error instanceof Error && (outOfMemory(error) || (error as NodeJS.ErrnoException).syscall !== undefined);

/**
 * Reports a failure of reading a file; `confused` covers errors the parser did not foresee, perhaps a fault of ours.
 */
function buildFailureReport(error: unknown, confused: ProblemCode): SubprocessReport<never> {
  if (error instanceof Problem)
    return { problem: { code: error.code, detail: error.text, cause: String(error.cause ?? error.code) } };
  if (!(error instanceof Error)) return { problem: { code: confused, detail: '', cause: String(error) } };
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (outOfMemory(error)) return { problem: { code: 'reading_stopped', detail: '', cause: error.message } };
  if (syscall !== undefined) return { error: { message: error.message, code } };
  return { problem: { code: confused, detail: '', cause: String(error.stack) } };
}

/** The result that was reported; throws what was reported instead of one. */
export function unwrapReport<Result>(report: SubprocessReport<Result>): Result {
  if ('result' in report) return report.result;
  if ('error' in report) throw Object.assign(new Error(report.error.message), { code: report.error.code });
  const { code, detail, cause } = report.problem;
  throw new Problem(code, { cause, ...(detail === '' ? {} : { detail }) });
}

/** Work on data of our own, until its code is compiled for speed. */
export type Practice = { once(): Promise<void>; times: number };

/** Milliseconds after which a child that was given no input is a spare one. */
const spareAfter = 50;

/** Practises while there is no input: a spare child has the time. */
async function practise({ once: work, times }: Practice, given: Promise<unknown>): Promise<void> {
  const isGiven = given.then(() => true);
  const notYet = async (): Promise<false> => (await nextTurn(), false);
  if (await Promise.race([isGiven, delay(spareAfter, false)])) return;
  for (let n = 0; n < times && !(await Promise.race([isGiven, notYet()])); n += 1) await work();
}

/** Something that is told before the report. */
export type EarlyWord = { early: unknown };

/** Resolves when it is sent: work that holds the thread after it would keep it back. */
const tellEarly = (early: unknown): Promise<void> =>
  new Promise((resolve) => process.send!({ early } satisfies EarlyWord, () => resolve()));

/**
 * Runs a subprocess of `runInSubprocess`: takes input, works, reports, ends. `confused` is the problem for unforeseen
 * failures, such as a file the parser cannot read.
 */
export async function serveSubprocess<Result>(
  confused: ProblemCode,
  work: (input: never, tellEarly: (early: unknown) => Promise<void>) => Promise<Result> | Result,
  practice?: Practice,
): Promise<void> {
  const given = once(process, 'message');
  if (practice) await practise(practice, given);
  const [input] = (await given) as [never];
  let report: SubprocessReport<Result>;
  try {
    report = { result: await work(input, tellEarly) };
  } catch (error) {
    report = buildFailureReport(error, confused);
  }
  process.send!(report, () => process.disconnect!());
}
