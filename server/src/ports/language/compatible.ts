import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLanguage, fetchAnswer, type ModelSettings } from './ask.ts';
import type { LanguageEngine } from './port.ts';

/** A model behind a server that speaks like OpenAI: vLLM, llama.cpp, Ollama and many providers. */
export function createCompatible({ model, key, url, ...rest }: ModelSettings & { url: string }): LanguageEngine {
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    // Without it the schema would not be sent.
    supportsStructuredOutputs: true,
    fetch: fetchAnswer,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return createLanguage(provider(model), {
    identity: `${new URL(url).host}/${model}`,
    // Where it runs is nothing for members to know.
    label: model,
    // A small model may talk on without end, and some servers refuse more than fits beside the question.
    limit: (longest) => longest,
    ...rest,
  });
}
