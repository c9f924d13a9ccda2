import { APICallError, type LanguageModel } from 'ai';
import { AnswerTooLong } from '../../../platform/http/outside-call.ts';
import { OllamaRefusal, type OllamaChunk, streamOllamaChunks } from './ollama-api.ts';

/** The model of the AI SDK's newest interface. */
type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;

type Options = {
  server: string;
  name: string;
  /** Tokens of question and answer that the server is to have room for. */
  context: number;
  /** It does not have the model (any more). */
  onMissing: () => void;
};

/** A model of Ollama by its chat API, for the AI SDK. What streams in is gathered: nobody reads along. */
export function ollamaModel({ server, name, context, onMissing }: Options): Model {
  const url = `${server}/api/chat`;
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: name,
    supportedUrls: {},
    async doGenerate({ prompt, responseFormat, maxOutputTokens, abortSignal = new AbortController().signal }) {
      const messages = prompt.map(({ role, content }) => ({ role, content: wordsOf(content) }));
      const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
      let said = '';
      let last: OllamaChunk = {};
      try {
        const body = {
          model: name,
          messages,
          ...(schema ? { format: schema } : {}),
          options: { num_ctx: context, ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }) },
        };
        for await (const piece of streamOllamaChunks(server, '/api/chat', body, abortSignal)) {
          said += piece.message?.content ?? '';
          last = piece;
        }
        if (last.done !== true) throw new Error(`${url}: the answer has no end.`);
      } catch (error) {
        abortSignal.throwIfAborted();
        if (error instanceof OllamaRefusal && error.status === 404) onMissing();
        throw failureOf(url, error);
      }
      const [input, output] = [last.prompt_eval_count, last.eval_count];
      return {
        content: [{ type: 'text', text: said }],
        finishReason: { unified: last.done_reason === 'length' ? 'length' : 'stop', raw: last.done_reason },
        usage: {
          inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: output, text: output, reasoning: undefined },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('Nobody reads along.')),
  };
}

const wordsOf = (content: string | readonly { type: string; text?: unknown }[]): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('');

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
