import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { quickToCompile } from '../../server/test/quick-to-compile.ts';

/** The result of a test file. `isCancelled`: its process ended early. */
type Outcome = { passed: number; failed: string[]; isCancelled: boolean; seconds: number };

/** By the path of the file. */
export type Outcomes = Map<string, Outcome>;

/** Seconds of each test, by its name and the path of its file. */
export type TestTime = { file: string; name: string; seconds: number };

const emptyOutcome = (): Outcome => ({ passed: 0, failed: [], isCancelled: false, seconds: 0 });

/**
 * Runs each test file in its own process and prints the output. A file over `timeout` (milliseconds) is stuck: after a
 * failure, a test may wait forever.
 */
export async function runFiles(
  entries: readonly string[],
  lanes: number,
  times: TestTime[],
  timeout: number,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const outcomeOf = (file = ''): Outcome => {
    const known = outcomes.get(file) ?? emptyOutcome();
    outcomes.set(file, known);
    return known;
  };
  const note = ({ name, file = '', nesting, details }: EventData.TestPass | EventData.TestFail): boolean => {
    const seconds = details.duration_ms / 1000;
    if (nesting === 0) outcomeOf(file).seconds += seconds;
    if (details.type === 'suite') return false;
    times.push({ file, name, seconds });
    return true;
  };
  const stream = run({
    files: [...entries],
    concurrency: lanes,
    isolation: 'process',
    timeout,
    execArgv: [quickToCompile],
  });
  stream.on('test:pass', (event) => {
    if (note(event) && event.skip === undefined) outcomeOf(event.file).passed += 1;
  });
  stream.on('test:fail', (event) => {
    const outcome = outcomeOf(event.file);
    if (isCancelled(event.details.error)) outcome.isCancelled = true;
    if (note(event)) outcome.failed.push(event.name);
  });
  for await (const line of stream.compose(spec())) process.stdout.write(line);
  return outcomes;
}

const isCancelled = (error: unknown): boolean =>
  (error as { failureType?: string }).failureType === 'cancelledByParent';
