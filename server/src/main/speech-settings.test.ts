import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const speech = (env: Record<string, string>) => readConfig(env).speech;

test('nothing set means speech recognition on this machine, which can be turned off', () => {
  const { kind, ...rest } = speech({});
  assert.deepEqual([kind, 'byDefault' in rest && rest.byDefault], ['local', true]);
  assert.deepEqual(speech({ SPEECH: 'captions' }), { kind: 'captions' });
});

test('each engine says which of its settings is missing, and takes no other’s', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ SPEECH: 'magic' }, /^SPEECH: /],
    [{ SPEECH: 'command' }, /^SPEECH_MODEL_DIR: is missing; SPEECH=command needs it\.$/],
    [{ SPEECH: 'openai' }, /^SPEECH_API_KEY: is missing; SPEECH=openai needs it\.$/],
    [{ SPEECH: 'deepgram' }, /^SPEECH_API_KEY: is missing/],
    [{ SPEECH: 'assemblyai' }, /^SPEECH_API_KEY: is missing/],
    [{ SPEECH_API_KEY: 'secret' }, /^SPEECH_API_KEY: is not used by SPEECH=local\./],
    [{ SPEECH: 'captions', SPEECH_API_KEY: 'secret' }, /^SPEECH_API_KEY: is not used by SPEECH=captions\./],
    [{ SPEECH: 'local', SPEECH_API_KEY: 'secret' }, /^SPEECH_API_KEY: is not used by SPEECH=local\./],
    [{ SPEECH: 'local', SPEECH_MODEL: 'large' }, /^SPEECH_MODEL: must be one of parakeet, whisper-base, whisper-turbo/],
    [
      { SPEECH: 'local', SPEECH_MODEL_DIR: '/m', SPEECH_MODEL_URL: 'http://m' },
      /^SPEECH_MODEL_URL: is not used beside/,
    ],
    [{ SPEECH: 'openai', SPEECH_BASE_URL: 'ftp://x' }, /^SPEECH_BASE_URL: must be an http or https address/],
  ];
  for (const [env, line] of refused) assert.throws(() => speech(env), { name: 'SettingError', message: line });
});

test('a server of one’s own needs no key', () => {
  const own = speech({
    SPEECH: 'openai',
    SPEECH_BASE_URL: 'http://localhost:8000/v1',
    SPEECH_MODEL: 'whisper-large-v3',
  });
  assert.deepEqual(own, {
    kind: 'openai',
    key: undefined,
    url: 'http://localhost:8000/v1',
    model: 'whisper-large-v3',
    language: undefined,
  });
});
