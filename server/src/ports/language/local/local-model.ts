import { Problem } from '@lectern/contract/problem';
import { APICallError } from 'ai';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import { finishPart, type Model, type Part, textOf } from '../gather-stream.ts';
import type { AnswerOrder, LocalAnswer } from './answer.child.ts';

type Options = {
  name: string;
  /** Where the weights lie; asked at each question. */
  findFile: () => Promise<string>;
  /** Tokens. */
  context: number;
  /** Bytes. */
  memory: number;
  /** Milliseconds. */
  timeout: number;
  threads: number;
};

const child = new URL('./answer.child.ts', import.meta.url);

/**
 * A model of this machine for the AI SDK. Each answer has a process of its own, whose memory is free afterwards and
 * whose end harms nothing else.
 */
export function localModel({ name, findFile, context, memory, timeout, threads }: Options): Model {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: name,
    supportedUrls: {},
    async doStream({ prompt, responseFormat, maxOutputTokens, temperature, abortSignal }) {
      const said = (role: 'system' | 'user'): string =>
        prompt.flatMap((message) => (message.role === role ? [textOf(message.content)] : [])).join('\n\n');
      const order: AnswerOrder = {
        file: await findFile(),
        system: said('system'),
        prompt: said('user'),
        schema: responseFormat?.type === 'json' ? responseFormat.schema : undefined,
        longest: maxOutputTokens,
        temperature: temperature ?? 0,
        context,
        memory,
        threads,
      };
      try {
        const { text, isCut, input, output } = await runInSubprocess<LocalAnswer>(child, order, {
          memory,
          patience: timeout / 1000,
          processor: (timeout / 1000) * threads,
          owner: name,
          signal: abortSignal,
        });
        const stream = new ReadableStream<Part>({
          start(controller) {
            controller.enqueue({ type: 'text-delta', id: 'answer', delta: text });
            controller.enqueue(finishPart(isCut, { input, output }));
            controller.close();
          },
        });
        return { stream };
      } catch (error) {
        abortSignal?.throwIfAborted();
        throw failureOf(name, error);
      }
    },
    doGenerate: () => Promise.reject(new Error('Answers are gathered from their stream.')),
  };
}

/** A process that was killed is worth another try; a model that cannot answer, or takes too much, is not. */
function failureOf(name: string, error: unknown): APICallError {
  const problem = error instanceof Problem ? error : undefined;
  const ranOut = problem?.code === 'reading_stopped';
  const why = ranOut ? 'it ran out of the memory or time it may take' : String(problem?.cause ?? error).split('\n')[0]!;
  return new APICallError({
    message: why,
    url: `local:${name}`,
    requestBodyValues: {},
    ...(problem ? {} : { cause: error }),
    ...(ranOut || problem?.code === 'language_refused' ? { statusCode: 422 } : {}),
    isRetryable: problem === undefined,
  });
}
