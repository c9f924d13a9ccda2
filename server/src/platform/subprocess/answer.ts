import { once } from 'node:events';
import type { ProblemCode } from '@lectern/contract/problem';
import { type SubprocessReport, buildFailureReport } from './report.ts';

/**
 * Runs a subprocess of `runInSubprocess`: takes input, works, reports, ends. `confused` is the problem for unforeseen
 * failures, such as a file the parser cannot read.
 */
export async function serveSubprocess<Result>(
  confused: ProblemCode,
  work: (input: never) => Promise<Result> | Result,
): Promise<void> {
  const [input] = (await once(process, 'message')) as [never];
  let report: SubprocessReport<Result>;
  try {
    report = { result: await work(input) };
  } catch (error) {
    report = buildFailureReport(error, confused);
  }
  process.send!(report, () => process.disconnect!());
}
