import { createOpenAI } from '@ai-sdk/openai';
import { createLanguage, fetchAnswer, type ModelSettings } from './ask.ts';
import type { LanguageEngine } from './port.ts';

/** Tokens that all of its models hold. */
const defaultContext = 128_000;

/**
 * A model of OpenAI, by its chat completions. The address is always given: the SDK would ask the environment for it.
 */
export function createOpenAiLanguage({
  model,
  key = '',
  url = 'https://api.openai.com/v1',
  context = defaultContext,
  ...rest
}: ModelSettings): LanguageEngine {
  const provider = createOpenAI({ apiKey: key, baseURL: url, fetch: fetchAnswer });
  return createLanguage(provider.chat(model), {
    identity: `openai/${model}`,
    label: `${model} by OpenAI`,
    // Its models know theirs; what they think counts as answer, and nobody knows how long they will.
    limit: () => undefined,
    readContext: () => Promise.resolve(context),
    ...rest,
  });
}
