import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Config, readConfig } from './config.ts';
import { renamedSettings } from './setting-names.ts';

type Env = Readonly<Record<string, string>>;

const mux = {
  MEDIA_BACKEND: 'mux',
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'a secret',
  MUX_SIGNING_KEY_ID: 'key',
  MUX_SIGNING_PRIVATE_KEY: 'private',
  MUX_WEBHOOK_SECRET: 'webhook',
};
const muxRead = {
  kind: 'mux',
  tokenId: 'id',
  tokenSecret: 'a secret',
  signingKeyId: 'key',
  signingPrivateKey: 'private',
  webhookSecret: 'webhook',
  dataKey: undefined,
  server: undefined,
};
const s3 = {
  STORAGE_BACKEND: 's3',
  S3_BUCKET: 'recordings',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const s3Read = {
  kind: 's3',
  bucket: 'recordings',
  endpoint: 'https://s3.example.org',
  region: 'eu-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  prefix: 'lectern',
};
const stripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_PUBLISHABLE_KEY: 'pk',
  STRIPE_PRICE_EXECUTIVE: 'price_e',
  STRIPE_PRODUCT_EXECUTIVE: 'prod_e',
  STRIPE_PRICE_PROFESSIONAL: 'price_p',
  STRIPE_PRODUCT_PROFESSIONAL: 'prod_p',
};
const stripeRead = {
  kind: 'stripe',
  secretKey: 'sk',
  webhookSecret: 'whsec',
  publishableKey: 'pk',
  plans: {
    executive: { priceId: 'price_e', productId: 'prod_e' },
    professional: { priceId: 'price_p', productId: 'prod_p' },
  },
};
const compatible = {
  LANGUAGE_ENGINE: 'openai-compatible',
  LANGUAGE_MODEL: 'qwen3',
  LANGUAGE_BASE_URL: 'http://localhost:11434/v1/',
};
const ollama = {
  kind: 'ollama',
  model: 'qwen2.5:7b',
  key: undefined,
  url: 'http://127.0.0.1:11434',
  context: undefined,
  price: undefined,
  timeout: 1_800_000,
};
const localModel = {
  kind: 'local',
  model: 'qwen3-4b',
  modelDir: undefined,
  modelUrl: undefined,
  dataDir: '/d',
  context: 32_768,
  memory: undefined,
  timeout: 3_600_000,
};
const ownSpeech = { SPEECH: 'openai', SPEECH_BASE_URL: 'http://localhost:8000/v1', SPEECH_MODEL: 'whisper-large-v3' };
const ownSpeechRead = {
  kind: 'openai',
  key: undefined,
  url: 'http://localhost:8000/v1',
  model: 'whisper-large-v3',
  language: undefined,
};
const off = { kind: 'off' };
const local = { kind: 'local', byDefault: false, modelDir: undefined, modelUrl: undefined };

const read: readonly [keyof Config, Env, object][] = [
  ['media', {}, { kind: 'local' }],
  ['media', mux, muxRead],
  ['media', { ...mux, MEDIA_BACKEND: 'local' }, { kind: 'local' }],
  ['media', { ...mux, MUX_DATA_ENV_KEY: 'abc123' }, { ...muxRead, dataKey: 'abc123' }],
  ['storage', {}, { kind: 'disk' }],
  ['storage', { ...s3, S3_FORCE_PATH_STYLE: 'true', S3_PREFIX: 'lectern' }, s3Read],
  ['storage', { ...s3, STORAGE_BACKEND: 'disk' }, { kind: 'disk' }],
  ['payments', {}, { kind: 'sandbox' }],
  ['payments', stripe, stripeRead],
  ['language', {}, { kind: 'builtin' }],
  ['language', { LANGUAGE_ENGINE: 'ollama' }, ollama],
  ['language', { LANGUAGE_ENGINE: 'local', DATA_DIR: '/d' }, localModel],
  [
    'language',
    { LANGUAGE_ENGINE: 'local', DATA_DIR: '/d', LANGUAGE_MODEL_DIR: '/m', LANGUAGE_MEMORY_BYTES: '4000000000' },
    { ...localModel, modelDir: '/m', memory: 4_000_000_000 },
  ],
  // A server of one's own needs an address and no key.
  [
    'language',
    compatible,
    {
      ...ollama,
      kind: 'openai-compatible',
      model: 'qwen3',
      url: 'http://localhost:11434/v1',
      timeout: 300_000,
    },
  ],
  ['speech', {}, { ...local, byDefault: true, model: 'parakeet', language: undefined }],
  ['speech', { SPEECH: 'captions' }, { kind: 'captions' }],
  ['speech', ownSpeech, ownSpeechRead],
  // Speakers are told apart, when the speech model comes from the public hub or a setting demands it.
  ['speakers', {}, { ...local, byDefault: true }],
  ['speakers', { SPEECH: 'captions' }, off],
  ['speakers', { SPEECH_MODEL_URL: 'http://hub' }, off],
  ['speakers', { SPEECH_MODEL_DIR: '/m' }, off],
  ['speakers', { SPEAKERS: 'off' }, off],
  ['speakers', { SPEECH: 'captions', SPEAKERS: 'local' }, local],
  ['speakers', { SPEECH: 'captions', SPEAKERS_MODEL_DIR: '/m' }, { ...local, modelDir: '/m' }],
];

describe('engines and providers', () => {
  for (const [part, env, expected] of read)
    it(`reads the settings of ${part}, when ${Object.keys(env).join(', ') || 'nothing'} is set`, () => {
      assert.deepEqual(readConfig(env)[part], expected);
    });

  for (const all of [mux, s3, stripe]) {
    const [choice, ...needed] = Object.entries(all).map(([name, value]) => [name, value] as const);
    for (const [name] of needed)
      it(`refuses the settings, when ${name} is missing`, () => {
        const message = `${name}: is missing; ${choice!.join('=')} needs it.`;
        assert.throws(() => readConfig({ ...all, [name]: '' }), { name: 'SettingError', message });
      });
  }
});

it('refuses a setting of another engine, when the model is on this machine', () => {
  const refused = (env: Env, message: string): void =>
    assert.throws(() => readConfig({ LANGUAGE_ENGINE: 'local', ...env }), { name: 'SettingError', message });
  for (const name of ['LANGUAGE_API_KEY', 'LANGUAGE_BASE_URL', 'OLLAMA_URL'])
    refused({ [name]: 'http://x' }, `${name}: is not used by LANGUAGE_ENGINE=local. Remove it.`);
  refused({ LANGUAGE_MODEL: 'gpt' }, 'LANGUAGE_MODEL: must be one of qwen3-4b for LANGUAGE_ENGINE=local.');
  refused(
    { LANGUAGE_MODEL_DIR: '/m', LANGUAGE_MODEL_URL: 'http://x' },
    'LANGUAGE_MODEL, LANGUAGE_MODEL_URL: are not used beside LANGUAGE_MODEL_DIR. Remove them.',
  );
  const message = 'LANGUAGE_MODEL_DIR: is not used by LANGUAGE_ENGINE=ollama. Remove it.';
  assert.throws(() => readConfig({ LANGUAGE_ENGINE: 'ollama', LANGUAGE_MODEL_DIR: '/m' }), { message });
});

it('reads a setting by its old name, when the new one is not set', () => {
  const shared = { ...mux, ...s3, MEDIA_BACKEND: '', STORAGE_BACKEND: '', SPEECH: 'openai' };
  const old: Record<string, string> = {
    STORAGE: 's3',
    MEDIA: 'mux',
    MUX_SERVER: 'http://mux',
    SPEECH_KEY: 'x',
    SPEECH_URL: 'http://speech',
    SPEECH_LANGUAGE: 'en',
    LANGUAGE: 'ollama',
    LANGUAGE_CONTEXT: '32000',
    LANGUAGE_TIMEOUT: '60',
    MAX_FILE_SIZE: '1000',
    CACHE_SIZE: '2000',
  };
  assert.deepEqual(Object.keys(old), Object.keys(renamedSettings));
  const renamed = Object.fromEntries(Object.entries(old).map(([name, value]) => [renamedSettings[name]!, value]));
  assert.deepEqual(readConfig({ ...shared, ...old }), readConfig({ ...shared, ...renamed }));
  const empty = Object.fromEntries(Object.keys(renamed).map((name) => [name, '']));
  assert.deepEqual(readConfig({ ...shared, ...old, ...empty }), readConfig({ ...shared, ...renamed }));
});
