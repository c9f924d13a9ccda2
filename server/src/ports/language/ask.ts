import {
  APICallError,
  generateText,
  NoObjectGeneratedError,
  Output,
  RetryError,
  wrapLanguageModel,
  parsePartialJson,
} from 'ai';
import { boundedFetch } from '../../platform/http/outside-call.ts';
import { estimateTokens } from '../../platform/text/estimate-tokens.ts';
import { z } from 'zod';
import {
  type LanguageAnswer,
  type LanguageEngine,
  LanguageFailure,
  type LanguageQuestion,
  QuestionAbandoned,
  type PaidAnswer,
  type Price,
  type Usage,
} from './port.ts';
import { gatherStream, type Heard } from './gather-stream.ts';

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The end of thoughts that a server leaves in the answer; some templates open them in the question. */
const thoughts = /^[^]*<\/think(?:ing)?>/;

/**
 * Finds the object or list in a model's answer, also inside a code fence or sentences. If `cut`, keeps the complete
 * parts. Undefined when none or empty.
 */
async function readJson(said: string, cut: boolean): Promise<unknown> {
  const text = said.replace(thoughts, '');
  const from = text.search(/[[{]/);
  if (from === -1) return undefined;
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const whole = parsed(text.slice(from, to + 1));
  if (whole !== undefined) return isFilled(whole) ? whole : undefined;
  if (!cut) return undefined;
  const { value } = await parsePartialJson(text.slice(from));
  return isFilled(value) ? value : undefined;
}

// The AI SDK prints its warnings to the console otherwise.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Asks a provider. No answer is longer, with what a model thinks before it: 64,000 tokens stream in as 20 MB. */
export const fetchAnswer = boundedFetch(32 * 1024 ** 2);

export type ModelSettings = {
  model: string;
  key: string | undefined;
  /** Up to its /v1. */
  url: string | undefined;
  /** Tokens the model may be sent, answer included; undefined: as many as it holds. */
  context: number | undefined;
  /** Milliseconds a call may take, its repetitions included. */
  timeout: number;
  price: Price | undefined;
};

/** Further tries of a call that was turned away or lost, after the time the provider asks for. */
const retries = 2;
/** Calls until an answer can be read. */
const readings = 2;

/**
 * A model that counted less than this share of our estimate has not read everything. Measured tokenizers never count
 * less; in Latin letters they agree within a tenth.
 */
const leastCounted = (text: string): number => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin > 0.95 * letters ? 0.8 : 0.5;
};
const shortText = 2000;

type Manner = Pick<LanguageEngine, 'identity' | 'label' | 'price' | 'readContext'> & {
  timeout: number;
  /** The limit to send for an answer that is to be so long, in tokens; undefined for the model's own. */
  limit: (longest: number) => number | undefined;
  /** An answer that was cut is taken as far as it goes: another would cost minutes of this machine's time. */
  takesCutAnswers?: boolean;
};

type LanguageModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Low, for texts that are to say what was said. */
const temperature = 0.2;

/** Parts of a question that a model or its server may not take. */
type Way = { hasTemperature: boolean; hasSchema: boolean };

/**
 * A language model behind the AI SDK. It is asked once more without the wire's schema, after an answer that is empty,
 * unreadable or cut.
 */
export function createLanguage(
  model: LanguageModel,
  { identity, label, price, readContext, timeout, limit, takesCutAnswers = false }: Manner,
): LanguageEngine {
  let hasTemperature = true;

  async function ask(question: LanguageQuestion, hasSchema: boolean, spent: readonly PaidAnswer[]): Promise<Heard> {
    const way = { hasTemperature, hasSchema };
    try {
      return await generate(model, question, way, { timeout, limit }, spent);
    } catch (error) {
      const said = error instanceof LanguageFailure && error.code === 'language_refused' ? String(error.cause) : '';
      if (hasTemperature && /temperature|sampling/i.test(said)) hasTemperature = false;
      else if (hasSchema && /response_format|json_schema|output_config|grammar|schema/i.test(said)) hasSchema = false;
      else throw error;
      return ask(question, hasSchema, spent);
    }
  }

  return {
    identity,
    label,
    price,
    readContext,
    async ask(question) {
      const spent: PaidAnswer[] = [];
      let first: { value: unknown; text: string } | undefined;
      for (let reading = 1; reading <= readings; reading++) {
        const heard = await ask(question, reading === 1, spent).catch((error: unknown) => {
          // Half an answer is better than none.
          if (first && error instanceof LanguageFailure) return undefined;
          throw error;
        });
        if (heard === undefined) break;
        const { text, thought, usage, isCut } = heard;
        spent.push({ text, usage, ...(thought === '' ? {} : { thought }) });
        refuseTruncation(question, usage, spent);
        const value = await readJson(text, isCut);
        if (value !== undefined && (!isCut || takesCutAnswers))
          return { value, cut: isCut, spent } satisfies LanguageAnswer;
        if (value !== undefined && text.length > (first?.text.length ?? 0)) first = { value, text };
      }
      if (first) return { value: first.value, cut: true, spent };
      throw new LanguageFailure('language_failed', {
        cause: new Error(`No JSON could be read in the model's answer: ${spent.at(-1)!.text.slice(0, 500)}`),
        detail: 'The language model gave an answer that cannot be read. Please try again.',
        spent,
      });
    },
  };
}

async function generate(
  model: LanguageModel,
  { system, prompt, schema, longest, signal }: LanguageQuestion,
  { hasTemperature, hasSchema }: Way,
  { timeout, limit }: Pick<Manner, 'timeout' | 'limit'>,
  spent: readonly PaidAnswer[],
): Promise<Heard> {
  const shape = `Answer with JSON of this schema and nothing else:\n${JSON.stringify(z.toJSONSchema(schema))}`;
  const late = AbortSignal.timeout(timeout);
  const most = limit(longest);
  const call = watched(model, signal);
  try {
    signal.throwIfAborted();
    await generateText({
      model: call.model,
      instructions: `${system}\n\n${shape}`,
      prompt,
      ...(hasTemperature ? { temperature } : {}),
      ...(hasSchema ? { output: Output.object({ schema }) } : {}),
      ...(most === undefined ? {} : { maxOutputTokens: most }),
      maxRetries: retries,
      abortSignal: AbortSignal.any([signal, late]),
    });
  } catch (error) {
    // The provider counts what it has read, and nobody hears how much that was.
    if (signal.aborted)
      throw new QuestionAbandoned(
        signal.reason,
        call.isUnderWay() ? [...spent, { text: '', usage: undefined }] : spent,
      );
    // An answer of another shape is read with the same suspicion as any.
    if (!NoObjectGeneratedError.isInstance(error)) throw failureOf(error, late.aborted, spent);
  }
  return call.heard();
}

/**
 * The model, what was heard of it last, and whether it is at a call, or was when the signal aborted: not while one that
 * failed is to be repeated.
 */
function watched(
  model: LanguageModel,
  signal: AbortSignal,
): { model: LanguageModel; heard: () => Heard; isUnderWay: () => boolean } {
  let isUnderWay = false;
  let heard: Heard = { text: '', thought: '', usage: undefined, isCut: false };
  return {
    heard: () => heard,
    isUnderWay: () => isUnderWay,
    model: wrapLanguageModel({
      model,
      middleware: {
        async wrapGenerate({ doStream, params }) {
          isUnderWay = true;
          try {
            const { stream } = await doStream();
            const gathered = await gatherStream(stream, params.abortSignal);
            heard = gathered.heard;
            return gathered.result;
          } catch (error) {
            isUnderWay = signal.aborted;
            throw error;
          }
        },
      },
    }),
  };
}

function refuseTruncation(
  { system, prompt }: LanguageQuestion,
  usage: Usage | undefined,
  spent: readonly PaidAnswer[],
): void {
  const estimate = estimateTokens(system) + estimateTokens(prompt);
  if (usage === undefined || estimate < shortText || usage.input >= leastCounted(prompt) * estimate) return;
  throw new LanguageFailure('language_refused', {
    cause: new Error(
      `The model read ${usage.input} tokens of about ${estimate} that were sent: its context is smaller than LANGUAGE_CONTEXT_TOKENS says. Give the server a larger one (Ollama: OLLAMA_CONTEXT_LENGTH), or set LANGUAGE_CONTEXT_TOKENS to what it has.`,
    ),
    detail: 'The language model of this service read only a part of the text. Please contact support.',
    spent,
  });
}

/** Statuses by which a server says that it would never do this: a wrong key, model or address, or too long a text. */
const never = new Set([400, 401, 403, 404, 405, 413, 422]);

function failureOf(error: unknown, late: boolean, spent: readonly PaidAnswer[]): LanguageFailure {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  const cause = late ? new Error('The language model took too long.') : briefly(last);
  const refused = APICallError.isInstance(last) && never.has(last.statusCode ?? 0);
  return new LanguageFailure(refused ? 'language_refused' : 'language_failed', { cause, spent });
}

/** The SDK's failures hold the whole request, with what people said in it: that is nothing for a log. */
function briefly(error: unknown): Error {
  if (!APICallError.isInstance(error)) return new Error(error instanceof Error ? error.message : String(error));
  const { statusCode, message, responseBody = '', url, cause } = error;
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  return new Error(`${url}: ${statusCode ?? 'no answer'}: ${message}${why} ${responseBody.slice(0, 500)}`.trimEnd());
}
