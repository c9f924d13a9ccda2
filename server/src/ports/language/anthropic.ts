import { createAnthropic } from '@ai-sdk/anthropic';
import { createLanguage, type ModelSettings } from './ask.ts';
import type { Language } from './port.ts';

/** A model of Anthropic, by its messages. The address is always given: the SDK would ask the environment for it. */
export function createAnthropicModel({
  model,
  key = '',
  url = 'https://api.anthropic.com/v1',
  ...rest
}: ModelSettings): Language {
  const provider = createAnthropic({ apiKey: key, baseURL: url });
  return createLanguage(provider(model), { identity: `anthropic/${model}`, label: `${model} by Anthropic`, ...rest });
}
