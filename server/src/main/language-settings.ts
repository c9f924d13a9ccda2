import { resolve } from 'node:path';
import { z } from 'zod';
import type { ModelSettings } from '../ports/language/ask.ts';
import type { LocalModelSettings } from '../ports/language/local/local.ts';
import { defaultContext, defaultModel, knownModels, type LocalModelName } from '../ports/language/local/models.ts';
import { httpUrl, optional, secret } from './setting-kinds.ts';

/** Where Ollama listens unless it is told otherwise. */
const ollamaUrl = 'http://127.0.0.1:11434';

/** The model fetched when none is named: 4.7 GB, Apache-2.0, 32,768 tokens, structured answers, several languages. */
const recommendedModel = 'qwen2.5:7b';

const engines = ['builtin', 'local', 'ollama', 'openai', 'anthropic', 'openai-compatible'] as const;

const price = (which: string) =>
  z.coerce
    .number()
    .nonnegative()
    .max(10_000)
    .optional()
    .describe(`Dollars for a million tokens ${which}; with both prices, costs are told in money too.`);

/** The settings of who writes chapters and answers, part of the settings of the product. */
export const languageSettings = {
  LANGUAGE_ENGINE: z
    .enum(engines)
    .default('builtin')
    .describe(
      'Who writes titles, summaries, chapters and answers: builtin (the offline engine, no key), local (a model on this machine, fetched at first use, no key), ollama (a model of an Ollama server, no key), openai, anthropic, or openai-compatible (vLLM, llama.cpp and others).',
    ),
  LANGUAGE_MODEL: optional.describe(
    'The provider’s name of the model; needed with openai, anthropic and openai-compatible. Default of local: qwen3-4b (2.5 GB, Apache-2.0); of ollama: qwen2.5:7b, which it fetches (4.7 GB) if it is not there.',
  ),
  LANGUAGE_MODEL_DIR: optional.describe('For local: folder with the weights (*.gguf), instead of fetching them.'),
  LANGUAGE_MODEL_URL: secret(
    httpUrl
      .optional()
      .describe('For local: address under which the weights lie with a manifest.json, instead of the public hub.'),
  ),
  LANGUAGE_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(200_000_000)
    .optional()
    .describe('For local: bytes of memory the model may take. Default: three quarters of the machine’s.'),
  LANGUAGE_API_KEY: secret(optional.describe('Key of the provider; an openai-compatible server may need none.')),
  LANGUAGE_BASE_URL: secret(
    httpUrl
      .optional()
      .describe('Address of the openai-compatible server, up to its /v1; for the others instead of their own.'),
  ),
  OLLAMA_URL: httpUrl.optional().describe('Address of the Ollama server. Default: http://127.0.0.1:11434.'),
  LANGUAGE_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(4000)
    .max(10_000_000)
    .optional()
    .describe(
      'Tokens the model holds, question and answer together; longer transcripts are sent in parts. Default: 128000 for openai, 200000 for anthropic, what the server says for openai-compatible, else 32768; 32768 for local; ollama is asked for 32768, and 8192 more for a model that thinks.',
    ),
  LANGUAGE_INPUT_PRICE: price('sent'),
  LANGUAGE_OUTPUT_PRICE: price('received'),
  LANGUAGE_TIMEOUT_SECONDS: z.coerce
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe('Seconds an answer of the model may take. Default: 300; 1800 for ollama, 3600 for local.'),
} as const;

const Settings = z.object(languageSettings);
type Set = z.output<typeof Settings>;
type Name = Exclude<keyof Set, 'LANGUAGE_ENGINE'>;
type Remote = Exclude<(typeof engines)[number], 'builtin' | 'local'>;

export type LanguageConfig =
  | { kind: 'builtin' }
  | ({ kind: 'local' } & LocalModelSettings)
  | ({ kind: 'openai' | 'anthropic' } & ModelSettings)
  | ({ kind: 'ollama' | 'openai-compatible'; url: string } & ModelSettings);

const needs: Readonly<Record<Remote, readonly Name[]>> = {
  ollama: [],
  openai: ['LANGUAGE_MODEL', 'LANGUAGE_API_KEY'],
  anthropic: ['LANGUAGE_MODEL', 'LANGUAGE_API_KEY'],
  'openai-compatible': ['LANGUAGE_MODEL', 'LANGUAGE_BASE_URL'],
};

/** Settings that `local` alone looks at. */
const ofLocal = ['LANGUAGE_MODEL_DIR', 'LANGUAGE_MODEL_URL', 'LANGUAGE_MEMORY_BYTES'] as const;

/** Settings that only some engines look at. */
const unused: Readonly<Record<Remote | 'local', readonly Name[]>> = {
  local: ['LANGUAGE_BASE_URL', 'LANGUAGE_API_KEY', 'OLLAMA_URL'],
  ollama: ['LANGUAGE_BASE_URL', 'LANGUAGE_API_KEY', ...ofLocal],
  openai: ['OLLAMA_URL', ...ofLocal],
  anthropic: ['OLLAMA_URL', ...ofLocal],
  'openai-compatible': ['OLLAMA_URL', ...ofLocal],
};

function readPrice(set: Set, refuse: (line: string) => never): ModelSettings['price'] {
  const { LANGUAGE_INPUT_PRICE: input, LANGUAGE_OUTPUT_PRICE: output } = set;
  if (input !== undefined && output !== undefined) return { input, output };
  if (input !== undefined) refuse('LANGUAGE_OUTPUT_PRICE: is missing; LANGUAGE_INPUT_PRICE needs it.');
  if (output !== undefined) refuse('LANGUAGE_INPUT_PRICE: is missing; LANGUAGE_OUTPUT_PRICE needs it.');
  return undefined;
}

/**
 * Reads the configured engine. Calls `refuse` with one line for a missing setting or one the built-in engine ignores,
 * so nothing is guessed or falls back silently.
 */
export function readLanguage(set: Set, dataDir: string, refuse: (line: string) => never): LanguageConfig {
  const kind = set.LANGUAGE_ENGINE;
  if (kind === 'builtin') {
    const stray = (Object.keys(languageSettings) as (keyof Set)[]).find(
      (name) => name !== 'LANGUAGE_ENGINE' && set[name] !== undefined,
    );
    if (stray)
      refuse(`${stray}: is not used by LANGUAGE_ENGINE=builtin. Remove it, or choose the language model it is for.`);
    return { kind };
  }
  for (const name of unused[kind])
    if (set[name] !== undefined) refuse(`${name}: is not used by LANGUAGE_ENGINE=${kind}. Remove it.`);
  if (kind === 'local') return readLocal(set, dataDir, refuse);
  for (const name of needs[kind])
    if (set[name] === undefined) refuse(`${name}: is missing; LANGUAGE_ENGINE=${kind} needs it.`);
  const config: ModelSettings = {
    model: set.LANGUAGE_MODEL ?? recommendedModel,
    key: set.LANGUAGE_API_KEY,
    url: set.LANGUAGE_BASE_URL,
    context: set.LANGUAGE_CONTEXT_TOKENS,
    price: readPrice(set, refuse),
    timeout: (set.LANGUAGE_TIMEOUT_SECONDS ?? (kind === 'ollama' ? 1800 : 300)) * 1000,
  };
  if (kind === 'ollama') return { kind, ...config, url: set.OLLAMA_URL ?? ollamaUrl };
  return kind === 'openai-compatible' ? { kind, ...config, url: config.url! } : { kind, ...config };
}

function readLocal(set: Set, dataDir: string, refuse: (line: string) => never): LanguageConfig {
  const { LANGUAGE_MODEL: named, LANGUAGE_MODEL_DIR: modelDir, LANGUAGE_MODEL_URL: modelUrl } = set;
  const names = Object.keys(knownModels) as LocalModelName[];
  const model = names.find((name) => name === (named ?? defaultModel));
  if (!model) return refuse(`LANGUAGE_MODEL: must be one of ${names.join(', ')} for LANGUAGE_ENGINE=local.`);
  if (modelDir !== undefined && (named ?? modelUrl) !== undefined)
    refuse('LANGUAGE_MODEL, LANGUAGE_MODEL_URL: are not used beside LANGUAGE_MODEL_DIR. Remove them.');
  return {
    kind: 'local',
    model,
    modelDir: modelDir && resolve(modelDir),
    modelUrl,
    dataDir,
    context: set.LANGUAGE_CONTEXT_TOKENS ?? defaultContext,
    memory: set.LANGUAGE_MEMORY_BYTES,
    timeout: (set.LANGUAGE_TIMEOUT_SECONDS ?? 3600) * 1000,
  };
}
