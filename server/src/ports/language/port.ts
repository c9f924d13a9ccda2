import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { z } from 'zod';

/** Tokens of a call as the provider counts them. */
export type Usage = { input: number; output: number };

/** Dollars for a million tokens that are sent, and that are received. */
export type Price = { input: number; output: number };

/**
 * An answer that has to be paid for, with what the model thought before it; `usage`, which counts both, is undefined
 * where the provider counts nothing.
 */
export type PaidAnswer = { text: string; thought?: string; usage: Usage | undefined };

export type LanguageQuestion = {
  /** The role of the model and the rules it must obey. */
  system: string;
  prompt: string;
  /** The shape of the answer: told to the model, and not relied upon. */
  schema: z.ZodType;
  /** Tokens the answer may have. */
  longest: number;
  signal: AbortSignal;
};

export type LanguageAnswer = {
  /** The JSON the model answered with: an object or a list, and nothing more is known of it. */
  value: unknown;
  /** It ended at `longest` and not where the model wanted to; `value` holds what came before. */
  cut: boolean;
  /** Every call it took, the unreadable ones included. */
  spent: PaidAnswer[];
};

/**
 * Asks a language model and returns JSON, which is untrusted. Throws a `LanguageFailure` (`language_failed` may pass
 * later, `language_refused` will not) or `QuestionAbandoned` when the signal aborts.
 */
export type LanguageEngine = {
  /** Provider and model, stored with what it wrote. */
  readonly identity: string;
  /** For people. */
  readonly label: string;
  /** The operator's price, where it is set. */
  readonly price?: Price | undefined;
  /** Tokens of question and answer together at most, as the server tells where it does. */
  readContext(): Promise<number>;
  ask(question: LanguageQuestion): Promise<LanguageAnswer>;
  /**
   * Fetches the model where that takes time. `onProgress` gets the share, 0 to 1, and a note. Throws a
   * `LanguageFailure`. Absent or done: nothing to do.
   */
  prepare?(how?: { signal?: AbortSignal; onProgress?: (fraction: number, note: string) => void }): Promise<void>;
  /** How it is, for the administrator. */
  state?(): { text: string; ok: boolean };
};

/** A failure, with what it has cost nonetheless. */
export class LanguageFailure extends Problem {
  readonly spent: readonly PaidAnswer[];

  constructor(
    code: Extract<ProblemCode, 'language_failed' | 'language_refused'>,
    { cause, detail, spent = [] }: { cause: unknown; detail?: string; spent?: readonly PaidAnswer[] },
  ) {
    super(code, { cause, ...(detail === undefined ? {} : { detail }) });
    this.spent = spent;
  }
}

/**
 * Nobody waits for the answer any more; `spent` is what the question has cost until then, `cause` the reason of its
 * signal.
 */
export class QuestionAbandoned extends Error {
  override readonly name = 'QuestionAbandoned';
  readonly spent: readonly PaidAnswer[];

  constructor(cause: unknown, spent: readonly PaidAnswer[]) {
    super('Nobody waits for the answer any more.', { cause });
    this.spent = spent;
  }
}
