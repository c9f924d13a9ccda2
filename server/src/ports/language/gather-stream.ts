import { APICallError, type LanguageModel, type LanguageModelMiddleware } from 'ai';
import { AnswerTooLong } from '../../platform/http/outside-call.ts';
import type { Usage } from './port.ts';

/** The model of the AI SDK's newest interface. */
export type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type Stream = Awaited<ReturnType<Model['doStream']>>['stream'];
/** A part of an answer. */
export type Part = Stream extends ReadableStream<infer Each> ? Each : never;

/** The text of a message. */
export const textOf = (content: string | readonly { type: string; text?: unknown }[]): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('');

/** The last part of an answer, with the tokens that were counted. */
export const finishPart = (
  isCut: boolean,
  { input, output, raw }: { input: number | undefined; output: number | undefined; raw?: string | undefined },
): Part => ({
  type: 'finish',
  finishReason: { unified: isCut ? 'length' : 'stop', raw },
  usage: {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  },
});
type Gathered = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>;

/** An answer as it came in. `isCut`: it ended where the model did not want to, or would never have. */
export type Heard = { text: string; thought: string; usage: Usage | undefined; isCut: boolean };

/** Characters of white space in a row: constrained decoding can write it without end (vllm#17393), people never. */
const endlessWhitespace = 400;

const hasNoEnd = (text: string): boolean =>
  text.length >= endlessWhitespace && text.slice(-endlessWhitespace).trim() === '';

/** Tokens of a call beyond which a figure is no count: a hundred times the longest context there is. */
const mostCounted = 100_000_000;

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isSafeInteger(tokens) && tokens! >= 0 && tokens! <= mostCounted;

/** Token counts of a provider, thoughts included; undefined when impossible, since a negative count breaks billing. */
const countedUsage = ({ inputTokens, outputTokens }: Gathered['usage']): Usage | undefined =>
  // A server that says nought does not count.
  inputTokens.total && isCount(inputTokens.total) && isCount(outputTokens.total)
    ? { input: inputTokens.total, output: outputTokens.total }
    : undefined;

const noUsage: Gathered['usage'] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A connection that breaks in the middle is worth another try; an answer without end would have none then either. */
function brokenOff(error: unknown, signal: AbortSignal | undefined): unknown {
  signal?.throwIfAborted();
  if (APICallError.isInstance(error)) return error;
  const cause = error instanceof Error ? error : new Error(JSON.stringify(error)?.slice(0, 500));
  const isRetryable = ![cause, cause.cause].some((each) => each instanceof AnswerTooLong);
  return new APICallError({ message: cause.message, url: '', requestBodyValues: {}, cause, isRetryable });
}

/** Listens to an answer until it ends, or until nothing but white space comes. Throws what an `APICallError` tells. */
export async function gatherStream(
  stream: Stream,
  signal: AbortSignal | undefined,
): Promise<{ heard: Heard; result: Gathered }> {
  let [text, thought] = ['', ''];
  let usage = noUsage;
  let finishReason: Gathered['finishReason'] = { unified: 'other', raw: undefined };
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.delta;
      else if (part.type === 'reasoning-delta') thought += part.delta;
      else if (part.type === 'finish') ({ usage, finishReason } = part);
      else if (part.type === 'error') throw part.error;
      else continue;
      if (!hasNoEnd(text) && !hasNoEnd(thought)) continue;
      finishReason = { unified: 'length', raw: 'white space without end' };
      break;
    }
  } catch (error) {
    throw brokenOff(error, signal);
  }
  const content: Gathered['content'] = [
    ...(thought === '' ? [] : [{ type: 'reasoning' as const, text: thought }]),
    { type: 'text', text },
  ];
  return {
    heard: { text, thought, usage: countedUsage(usage), isCut: finishReason.unified === 'length' },
    result: { content, finishReason, usage, warnings: [] },
  };
}
