import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { inThread } from '../../../platform/thread.ts';

/** What a thread tells at its end: errors lose their class on the way, so a problem travels by its code. */
export type Report<T> = { ok: T } | { code: ProblemCode; cause: string };

/** Runs the work of a thread. Anything that is not a problem yet is a file that confused a parser. */
export async function reporting<T>(work: () => Promise<T>): Promise<Report<T>> {
  try {
    return { ok: await work() };
  } catch (error) {
    const cause = error instanceof Error ? String(error.cause ?? error.stack) : String(error);
    const parser = error instanceof RangeError || error instanceof TypeError;
    return { code: error instanceof Problem ? error.code : parser ? 'broken_media' : 'media_failed', cause };
  }
}

/** The result of a thread that ends with a report. Throws the problem it reports. */
export async function resultOf<T>(module: URL, input: unknown, signal?: AbortSignal): Promise<T> {
  const report = await inThread<Report<T>>(module, input, signal);
  if ('ok' in report) return report.ok;
  throw new Problem(report.code, { cause: report.cause });
}
