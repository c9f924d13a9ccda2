import { createAnthropic } from '@ai-sdk/anthropic';
import { createLanguage, fetchAnswer, type ModelSettings } from './ask.ts';
import type { LanguageEngine } from './port.ts';

/** Tokens beside the answer, for models that think before they speak. */
const mostThought = 16_000;

/** Tokens that all of its models hold. */
const defaultContext = 200_000;

/** A model of Anthropic, by its messages. The address is always given: the SDK would ask the environment for it. */
export function createAnthropicModel({
  model,
  key = '',
  url = 'https://api.anthropic.com/v1',
  context = defaultContext,
  ...rest
}: ModelSettings): LanguageEngine {
  const provider = createAnthropic({ apiKey: key, baseURL: url, fetch: fetchAnswer });
  return createLanguage(provider(model), {
    identity: `anthropic/${model}`,
    label: `${model} by Anthropic`,
    // A limit is asked for; the SDK lowers it to the model's own.
    limit: (longest) => longest + Math.min(mostThought, Math.floor(context / 8)),
    readContext: () => Promise.resolve(context),
    ...rest,
  });
}
