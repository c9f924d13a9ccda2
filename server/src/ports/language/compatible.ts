import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLanguage, type ModelSettings } from './ask.ts';
import type { Language } from './port.ts';

/** A model behind a server that speaks like OpenAI: vLLM, llama.cpp, Ollama and many providers. */
export function createCompatible({ model, key, url, ...rest }: ModelSettings & { url: string }): Language {
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    // Without it the schema would not be sent.
    supportsStructuredOutputs: true,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  const { host } = new URL(url);
  return createLanguage(provider(model), { identity: `${host}/${model}`, label: `${model} at ${host}`, ...rest });
}
