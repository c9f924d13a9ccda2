import { it } from 'node:test';

/** Whether this run holds what seldom breaks alone: the full run does, and one that names its files. */
export const hasRareTests = process.env.LECTERN_TEST_RARE !== undefined;

/**
 * `it` for rare cases that only the full run covers. It is `it` itself, since a test belongs to the file that calls
 * it.
 */
export const itInFullRun: (name: string, test: () => void | Promise<void>) => unknown = hasRareTests
  ? it
  : () => undefined;
