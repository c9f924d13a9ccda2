import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLanguage, fetchAnswer, type ModelSettings } from './ask.ts';
import type { LanguageEngine } from './port.ts';
import { createContextReader } from './context-size.ts';

/** Tokens of a model whose server does not tell, and the most that is used of one that does: more costs more. */
const contexts = { untold: 32_768, most: 200_000 };

/** A model behind a server that speaks like OpenAI: vLLM, llama.cpp, Ollama and many providers. */
export function createCompatible({
  model,
  key,
  url,
  context,
  ...rest
}: ModelSettings & { url: string }): LanguageEngine {
  const readServed = createContextReader({ url, model, key });
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    // Without it the schema would not be sent.
    supportsStructuredOutputs: true,
    includeUsage: true,
    fetch: fetchAnswer,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return createLanguage(provider(model), {
    identity: `${new URL(url).host}/${model}`,
    // Where it runs is nothing for members to know.
    label: model,
    // A small model may talk on without end, and some servers refuse more than fits beside the question.
    limit: (longest) => longest,
    async readContext() {
      const served = await readServed();
      return context === undefined
        ? Math.min(served ?? contexts.untold, contexts.most)
        : Math.min(served ?? context, context);
    },
    ...rest,
  });
}
