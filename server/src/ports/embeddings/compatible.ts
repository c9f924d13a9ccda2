import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany } from 'ai';
import { boundedFetch } from '../../platform/http/outside-call.ts';
import type { Embeddings } from './port.ts';

export type EmbeddingSettings = { url: string; model: string; key: string | undefined; leastSimilarity: number };

/** Numbers of a vector at most. */
const mostDimensions = 4_096;

/** A batch of vectors as text takes a few megabytes. */
const fetchVectors = boundedFetch(32 * 1024 ** 2);

/** A model behind a server that speaks like OpenAI. */
export function createCompatibleEmbeddings({ url, model, key, leastSimilarity }: EmbeddingSettings): Embeddings {
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    fetch: fetchVectors,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return {
    identity: `${new URL(url).host}/${model}`,
    leastSimilarity,
    async embed(texts, signal) {
      const { embeddings } = await embedMany({
        model: provider.embeddingModel(model),
        values: [...texts],
        maxParallelCalls: 1,
        // A job tries again by itself, and nobody waits so long for a question.
        maxRetries: 0,
        abortSignal: signal,
      });
      const vectors = embeddings.map((vector) => Float32Array.from(vector));
      const size = vectors[0]?.length ?? 0;
      const isUsable = vectors.length === texts.length && size > 0 && size <= mostDimensions;
      if (!isUsable || vectors.some((vector) => vector.length !== size || !vector.every(Number.isFinite)))
        throw new Error(`${url} gave ${vectors.length} vectors of ${size} numbers for ${texts.length} texts.`);
      return vectors;
    },
  };
}
