import { z } from 'zod';
import type { EmbeddingSettings } from '../ports/embeddings/compatible.ts';
import { httpUrl, optional, secret } from './setting-kinds.ts';

/** The settings of who finds passages by their meaning, part of the settings of the product. */
export const embeddingSettings = {
  EMBEDDINGS_URL: secret(
    httpUrl
      .optional()
      .describe(
        'Address, up to its /v1, of an openai-compatible server that makes embeddings: questions find passages by their meaning too. Default: by their words alone.',
      ),
  ),
  EMBEDDINGS_MODEL: optional.describe('The server’s name of the embedding model; needed with EMBEDDINGS_URL.'),
  EMBEDDINGS_API_KEY: secret(optional.describe('Key of that server, if it wants one.')),
  EMBEDDINGS_LEAST_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe('Cosine from which on a passage is near a question. It depends on the model. Default: 0.5.'),
} as const;

const Settings = z.object(embeddingSettings);

/** Reads the configured server. Calls `refuse` with one line for a missing setting or one without a server. */
export function readEmbeddings(
  set: z.output<typeof Settings>,
  refuse: (line: string) => never,
): EmbeddingSettings | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: key } = set;
  if (url === undefined) {
    const stray = (Object.keys(embeddingSettings) as (keyof typeof set)[]).find((name) => set[name] !== undefined);
    if (stray) refuse(`${stray}: is not used without EMBEDDINGS_URL. Remove it, or set that.`);
    return undefined;
  }
  if (model === undefined) return refuse('EMBEDDINGS_MODEL: is missing; EMBEDDINGS_URL needs it.');
  return { url, model, key, leastSimilarity: set.EMBEDDINGS_LEAST_SIMILARITY ?? 0.5 };
}
