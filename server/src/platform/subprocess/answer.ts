import { once } from 'node:events';
import type { ProblemCode } from '@lectern/contract/problem';
import { type Report, reportOf } from './report.ts';

/**
 * The whole life of a child started by `inChild`: takes its input, works, reports, ends. `confused` is what a person
 * is told when the work fails in a way that nobody foresaw: a file that a parser could not make out.
 */
export async function serveSubprocess<Result>(
  confused: ProblemCode,
  work: (input: never) => Promise<Result> | Result,
): Promise<void> {
  const [input] = (await once(process, 'message')) as [never];
  let report: Report<Result>;
  try {
    report = { result: await work(input) };
  } catch (error) {
    report = reportOf(error, confused);
  }
  process.send!(report, () => process.disconnect!());
}
