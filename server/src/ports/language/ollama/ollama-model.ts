import { APICallError } from 'ai';
import { AnswerTooLong } from '../../../platform/http/outside-call.ts';
import { finishPart, type Model, type Part, textOf } from '../gather-stream.ts';
import { OllamaRefusal, type OllamaChunk, streamOllamaChunks, type Thinking } from './ollama-api.ts';

type Options = {
  server: string;
  name: string;
  /** Tokens of question, thoughts and answer the server is to have room for, and those of the thoughts. */
  room: () => { context: number; thoughts: number };
  /** The ways to think the model takes, none where it cannot. */
  thinking: () => readonly Thinking[];
  /** It does not have the model (any more). */
  onMissing: () => void;
};

/** A model of Ollama by its chat API, for the AI SDK. It thinks only where no schema holds it: both together fail. */
export function ollamaModel({ server, name, room, thinking, onMissing }: Options): Model {
  const url = `${server}/api/chat`;
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: name,
    supportedUrls: {},
    async doStream({
      prompt,
      responseFormat,
      maxOutputTokens,
      temperature,
      abortSignal = new AbortController().signal,
    }) {
      const { context, thoughts } = room();
      const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
      const body = {
        model: name,
        messages: prompt.map(({ role, content }) => ({ role, content: textOf(content) })),
        ...(schema ? { format: schema } : {}),
        ...thinkingOf(thinking(), schema === undefined),
        options: {
          num_ctx: context,
          ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens + thoughts }),
          ...(temperature === undefined ? {} : { temperature }),
        },
      };
      // Awaited here, a refusal is one of the call and not of its stream: the SDK repeats the call.
      const chunks = streamOllamaChunks(server, '/api/chat', body, abortSignal);
      const failed = (error: unknown): unknown => {
        if (abortSignal.aborted) return abortSignal.reason;
        if (error instanceof OllamaRefusal && error.status === 404) onMissing();
        return failureOf(url, error);
      };
      const first = await chunks.next().catch((error: unknown) => Promise.reject(failed(error)));
      const parts = partsOf(url, first, chunks, failed);
      const stream = new ReadableStream<Part>(
        {
          async pull(controller) {
            const { done, value } = await parts.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: async () => void (await parts.return()),
        },
        { highWaterMark: 0 },
      );
      return { stream };
    },
    doGenerate: () => Promise.reject(new Error('Answers are gathered from their stream.')),
  };
}

/** The way of thinking to ask for: without it, a model that thinks does so for as long as it likes. */
function thinkingOf(ways: readonly Thinking[], thinks: boolean): { think?: Thinking } {
  if (ways.length === 0) return {};
  if (ways.includes(thinks)) return { think: thinks };
  // By levels from the least to the most.
  const levels = ways.filter((way) => typeof way === 'string');
  return { think: (thinks ? levels.at(-1) : levels[0]) ?? ways[0]! };
}

async function* partsOf(
  url: string,
  first: IteratorResult<OllamaChunk, void>,
  chunks: AsyncGenerator<OllamaChunk, void>,
  failed: (error: unknown) => unknown,
): AsyncGenerator<Part, void> {
  let last: OllamaChunk = {};
  try {
    for (let next = first; !next.done; next = await chunks.next()) {
      last = next.value;
      const { content, thinking } = last.message ?? {};
      if (thinking) yield { type: 'reasoning-delta', id: 'thoughts', delta: thinking };
      if (content) yield { type: 'text-delta', id: 'answer', delta: content };
    }
    if (last.done !== true) throw new Error(`${url}: the answer has no end.`);
  } catch (error) {
    throw failed(error);
  } finally {
    await chunks.return();
  }
  yield finishPart(last.done_reason === 'length', {
    input: last.prompt_eval_count,
    output: last.eval_count,
    raw: last.done_reason,
  });
}

function failureOf(url: string, error: unknown): APICallError {
  const refusal = error instanceof OllamaRefusal ? error : undefined;
  return new APICallError({
    message: error instanceof Error ? error.message : String(error),
    url,
    requestBodyValues: {},
    cause: error,
    ...(refusal ? { statusCode: refusal.status, responseHeaders: refusal.headers } : {}),
    // An answer without end would have none the next time either.
    isRetryable: refusal ? refusal.status >= 500 || refusal.status === 429 : !(error instanceof AnswerTooLong),
  });
}
