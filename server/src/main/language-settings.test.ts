import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const language = (env: Record<string, string>) => readConfig(env).language;

test('nothing set means the built-in engine', () => {
  assert.deepEqual(language({}), { kind: 'builtin' });
});

test('each engine says which of its settings is missing or wrong', () => {
  const model = { LANGUAGE_MODEL: 'm' };
  const refused: [Record<string, string>, RegExp][] = [
    [{ LANGUAGE_ENGINE: 'magic' }, /^LANGUAGE_ENGINE: /],
    [{ LANGUAGE_ENGINE: 'openai' }, /^LANGUAGE_MODEL: is missing; LANGUAGE_ENGINE=openai needs it\.$/],
    [{ LANGUAGE_ENGINE: 'openai', ...model }, /^LANGUAGE_API_KEY: is missing; LANGUAGE_ENGINE=openai needs it\.$/],
    [
      { LANGUAGE_ENGINE: 'anthropic', ...model },
      /^LANGUAGE_API_KEY: is missing; LANGUAGE_ENGINE=anthropic needs it\.$/,
    ],
    [
      { LANGUAGE_ENGINE: 'openai-compatible', ...model },
      /^LANGUAGE_BASE_URL: is missing; LANGUAGE_ENGINE=openai-compatible needs/,
    ],
    [{ LANGUAGE_API_KEY: 'secret' }, /^LANGUAGE_API_KEY: is not used by LANGUAGE_ENGINE=builtin\./],
    [{ LANGUAGE_CONTEXT_TOKENS: '32000' }, /^LANGUAGE_CONTEXT_TOKENS: is not used by LANGUAGE_ENGINE=builtin\./],
    [
      { LANGUAGE_ENGINE: 'ollama', LANGUAGE_BASE_URL: 'http://localhost/v1' },
      /^LANGUAGE_BASE_URL: is not used by LANGUAGE_ENGINE=ollama/,
    ],
    [{ OLLAMA_URL: 'http://localhost:11434' }, /^OLLAMA_URL: is not used by LANGUAGE_ENGINE=builtin\./],
    [{ LANGUAGE_CONTEXT_TOKENS: '100' }, /^LANGUAGE_CONTEXT_TOKENS: .*4000/],
    [{ LANGUAGE_BASE_URL: 'localhost:11434' }, /^LANGUAGE_BASE_URL: must be an http or https address/],
    [{ LANGUAGE_TIMEOUT_SECONDS: '-1' }, /^LANGUAGE_TIMEOUT_SECONDS: /],
  ];
  for (const [env, line] of refused) assert.throws(() => language(env), { name: 'SettingError', message: line });
});

test('Ollama needs nothing but its name', () => {
  assert.deepEqual(language({ LANGUAGE_ENGINE: 'ollama' }), {
    kind: 'ollama',
    model: 'qwen2.5:7b',
    key: undefined,
    url: 'http://127.0.0.1:11434',
    context: 16_384,
    timeout: 1_800_000,
  });
});

test('a server of one’s own needs an address and no key', () => {
  const own = {
    LANGUAGE_ENGINE: 'openai-compatible',
    LANGUAGE_MODEL: 'qwen3',
    LANGUAGE_BASE_URL: 'http://localhost:11434/v1/',
  };
  assert.deepEqual(language(own), {
    kind: 'openai-compatible',
    model: 'qwen3',
    key: undefined,
    url: 'http://localhost:11434/v1',
    context: 8192,
    timeout: 300_000,
  });
});
