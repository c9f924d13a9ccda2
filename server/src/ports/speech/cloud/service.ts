import { setTimeout as delay } from 'node:timers/promises';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { textLimits } from '@lectern/contract/rules/longest';
import { boundedText, cutText } from '@lectern/contract/text';
import type { z } from 'zod';
import { boundedFetch } from '../../../platform/http/outside-call.ts';
import { truncateText } from '../../../platform/text/truncate-text.ts';
import type { RecognisedWord } from '../port.ts';

type Limits = {
  /** Terms, and bytes of all of them together. Providers count tokens of their own, each some three bytes long. */
  count: number;
  bytes: number;
  /** Words of one term. */
  words?: number;
};

/** The first terms that a provider takes; a refused question would cost the whole transcript. */
export function selectHintTerms(
  terms: readonly string[] | undefined,
  { count, bytes, words = Infinity }: Limits,
): string[] {
  let left = bytes;
  return (terms ?? [])
    .filter((term) => term.split(/\s+/).length <= words)
    .slice(0, count)
    .filter((term) => (left -= Buffer.byteLength(term) + 2) >= 0);
}

/** A failure that another attempt may cure. `wait` is the provider's requested delay in milliseconds. */
class TransientFailure extends Error {
  override readonly name = 'TransientFailure';
  readonly code: 'speech_failed' | 'speech_busy';
  readonly wait: number | undefined;

  constructor(message: string, code: 'speech_failed' | 'speech_busy' = 'speech_failed', wait?: number) {
    super(message);
    this.code = code;
    this.wait = wait;
  }
}

/** A failure that retries do not cure; `answered` is the HTTP status. */
export class ProviderRefusal extends Problem {
  readonly answered: number;

  constructor(code: ProblemCode, answered: number, cause: string) {
    super(code, { cause });
    this.answered = answered;
  }
}

/** The milliseconds of a Retry-After header: seconds or a date. */
function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** Providers say by 429 both "slower" and "your account is empty"; only the text tells which. */
const empty = /insufficient[_ ](quota|funds|credits?)|exceeded your current quota|billing|out of credits?|payment/i;

/** Maps a status other than 2xx to an error. The answer itself goes to the log. */
function mapStatusToError(name: string, path: string, status: number, body: string, wait?: number): Error {
  const cause = `${name} ${path}: ${status} ${body.slice(0, 1000)}`;
  if (status === 402 || ((status === 429 || status === 403) && empty.test(body)))
    return new ProviderRefusal('speech_unpaid', status, cause);
  if (status === 429) return new TransientFailure(cause, 'speech_busy', wait);
  if (status === 503 && wait !== undefined) return new TransientFailure(cause, 'speech_busy', wait);
  if (status >= 500 || status === 408 || status === 409) return new TransientFailure(cause);
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return new ProviderRefusal('speech_declined', status, cause);
  // A wrong key, address or model.
  return new ProviderRefusal('speech_refused', status, cause);
}

/** A word of an answer. One that is longer than a line is cut: the rest of the answer is paid for. */
export const SpokenWord = cutText(textLimits.line, truncateText);

/** The language that an answer is in; undefined for what is none. */
export const AnswerLanguage = boundedText(textLimits.language)
  .nullish()
  .transform((tag) => tag ?? undefined)
  .catch(undefined);

/** Milliseconds. Tests are in more of a hurry. */
export type ServiceTimingMs = {
  /** Until an answer must be there, beside the time that sending takes. */
  patience: number;
  /** Before the second attempt; doubles with each further one. */
  pause: number;
  /** Between two looks at a job that the provider does. */
  poll: number;
  /** Until a job that is not done counts as failed. */
  longest: number;
};

export const defaultServiceTimingMs: ServiceTimingMs = {
  patience: 290_000,
  pause: 2000,
  poll: 3000,
  longest: 6 * 3600_000,
};

/** A provider of speech recognition over HTTP. */
export type Service = { name: string; url: string; headers: Readonly<Record<string, string>>; pace: ServiceTimingMs };

type Question<T> = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Made anew for each attempt. */
  body?: () => Promise<BodyInit> | BodyInit;
  /** Bytes of the body, where there are many. */
  size?: number;
  /** Throws on an answer that makes no sense. */
  read: (body: string) => T;
  signal: AbortSignal;
  /** Told what is waited for. */
  onWait?: (note: string) => void;
  /** False when a lost answer may stand for something that was done and is paid for: then it is not asked again. */
  repeatable?: boolean;
};

const attempts = 4;

const fetchText = boundedFetch();

/** The slowest upload that is waited for, in bytes a millisecond. */
const slowest = 64;

/** The longest that a provider may ask us to wait within one attempt of the step, in milliseconds. */
const longestWait = 120_000;

/** A reader of JSON of a certain shape. */
export const createJsonReader =
  <T>(schema: z.ZodType<T>): ((body: string) => T) =>
  (body) =>
    schema.parse(JSON.parse(body));

/**
 * Calls a provider and reads its answer; `body` is the raw answer. Retries transient failures after the requested
 * delay. Throws `Problem`s and the signal's reason.
 */
export async function callSpeechService<T>(
  service: Service,
  question: Question<T>,
): Promise<{ value: T; body: string }> {
  for (let attempt = 1; ; attempt += 1) {
    question.signal.throwIfAborted();
    try {
      return await askOnce(service, question);
    } catch (error) {
      question.signal.throwIfAborted();
      if (!(error instanceof TransientFailure)) throw error;
      const wait = error.wait ?? service.pace.pause * 2 ** (attempt - 1);
      const ambiguous = question.repeatable === false && error.code !== 'speech_busy';
      if (attempt === attempts || wait > longestWait || ambiguous)
        throw new Problem(error.code, { cause: error.message });
      if (error.code === 'speech_busy') question.onWait?.(`${service.name} is overloaded: trying again soon`);
      await delay(wait, undefined, { signal: question.signal }).catch(() => undefined);
    }
  }
}

async function askOnce<T>(
  { name, url, headers, pace }: Service,
  { method = 'POST', path, headers: more, body, size = 0, read, signal }: Question<T>,
): Promise<{ value: T; body: string }> {
  const late = AbortSignal.timeout(pace.patience + Math.round(size / slowest));
  let text: string;
  let reply: Response;
  try {
    reply = await fetchText(`${url}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body ? { body: await body() } : {}),
      signal: AbortSignal.any([signal, late]),
    });
    text = await reply.text();
  } catch (error) {
    throw new TransientFailure(`${name} ${path}: ${late.aborted ? 'no answer in time' : reasonOf(error)}`);
  }
  if (!reply.ok) throw mapStatusToError(name, path, reply.status, text, retryAfter(reply.headers.get('retry-after')));
  try {
    return { value: read(text), body: text };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new TransientFailure(`${name} ${path}: an answer that makes no sense (${reasonOf(error)}): ${excerpt(text)}`);
  }
}

const excerpt = (text: string): string => text.slice(0, 300);

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return [message, cause?.message].filter(Boolean).join(': ').slice(0, 300);
}

/** Operator settings for a provider; undefined means the provider's default. */
export type CloudSettings = {
  /** Undefined only for an OpenAI-compatible server that asks for none. */
  key: string | undefined;
  /** Without a slash at the end. */
  url: string | undefined;
  model: string | undefined;
  language: string | undefined;
  pace?: ServiceTimingMs;
};

/** Names speakers by the order in which they begin to speak; nobody is named where only one is heard. */
export function nameSpeakers(
  words: readonly (RecognisedWord & { label?: string | number | null | undefined })[],
): RecognisedWord[] {
  const names = new Map<string | number, string>();
  for (const { label } of words)
    if (label !== undefined && label !== null && !names.has(label)) names.set(label, `Speaker ${names.size + 1}`);
  return words.map(({ label, ...word }) => {
    const speaker = label === undefined || label === null || names.size < 2 ? undefined : names.get(label);
    return speaker === undefined ? word : { ...word, speaker };
  });
}
