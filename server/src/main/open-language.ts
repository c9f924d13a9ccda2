import type { LanguageEngine } from '../ports/language/port.ts';
import type { LanguageConfig } from './language-settings.ts';

/** The language model of the settings; undefined when the built-in engine writes. Only the one chosen is loaded. */
export async function openLanguage(
  config: LanguageConfig,
  tell: { info(text: string): void; warn(text: string): void },
): Promise<LanguageEngine | undefined> {
  switch (config.kind) {
    case 'builtin':
      return undefined;
    case 'openai':
      return (await import('../ports/language/openai.ts')).createOpenAiLanguage(config);
    case 'anthropic':
      return (await import('../ports/language/anthropic.ts')).createAnthropicModel(config);
    case 'local':
      return (await import('../ports/language/local/local.ts')).createLocalLanguage(config, tell);
    case 'ollama':
      return (await import('../ports/language/ollama/ollama.ts')).createOllama(config, tell);
    case 'openai-compatible':
      return (await import('../ports/language/compatible.ts')).createCompatible(config);
  }
}
