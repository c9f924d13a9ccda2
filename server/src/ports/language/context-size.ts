import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { boundedFetch } from '../../platform/http/outside-call.ts';

/** Milliseconds in which a server says what it serves. */
const soon = 5000;

const fetchFacts = boundedFetch(4 * 1024 ** 2);

const tokens = z.number().int().min(1000).max(100_000_000).optional().catch(undefined);

/** A model of a list as servers tell of it: vLLM, OpenRouter and Together, Groq, Mistral and LM Studio, Anthropic. */
const ListedModel = z.object({
  id: boundedText(500),
  max_model_len: tokens,
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_input_tokens: tokens,
});
const Models = z.object({ data: z.array(ListedModel.or(z.unknown())) });
/** How llama.cpp tells of itself, outside its /v1. */
const Properties = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) });

async function readFacts<Facts>(
  schema: z.ZodType<Facts>,
  url: string,
  key: string | undefined,
): Promise<Facts | undefined> {
  const headers = new Headers(key === undefined ? [] : [['authorization', `Bearer ${key}`]]);
  try {
    const reply = await fetchFacts(url, { headers, signal: AbortSignal.timeout(soon) });
    return reply.ok ? schema.safeParse(await reply.json()).data : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds after which a server that did not tell is asked again: nobody waits for it at every question. */
const patience = 600_000;

type Served = { url: string; model: string; key: string | undefined };

/** Asks a server at most once in a while how many tokens its model holds; undefined when it does not tell in time. */
export function createContextReader(served: Served): () => Promise<number | undefined> {
  let last: Promise<number | undefined> | undefined;
  let expires = 0;
  return () => {
    if (last && performance.now() < expires) return last;
    expires = Infinity;
    last = readServedContext(served).then((context) => {
      if (context === undefined) expires = performance.now() + patience;
      return context;
    });
    return last;
  };
}

async function readServedContext({ url, model, key }: Served): Promise<number | undefined> {
  const base = url.replace(/\/+$/, '');
  const properties = await readFacts(Properties, `${base.replace(/\/v1$/, '')}/props`, key);
  const loaded = properties?.default_generation_settings.n_ctx;
  if (loaded !== undefined) return loaded;
  const models = await readFacts(Models, `${base}/models`, key);
  const listed = (models?.data ?? []).flatMap((each) => ListedModel.safeParse(each).data ?? []);
  const found = listed.find(({ id }) => id === model);
  return (
    found &&
    (found.max_model_len ??
      found.context_length ??
      found.context_window ??
      found.max_context_length ??
      found.max_input_tokens)
  );
}
