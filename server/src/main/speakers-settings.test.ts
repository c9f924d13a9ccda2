import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const speakers = (env: Record<string, string>) => readConfig(env).speakers;
const local = { kind: 'local', byDefault: false, modelDir: undefined, modelUrl: undefined };

test('separates speakers, when the speech model comes from the public hub or a setting demands it', () => {
  assert.deepEqual(speakers({}), { ...local, byDefault: true });
  for (const env of [{ SPEECH: 'captions' }, { SPEECH_MODEL_URL: 'http://hub' }, { SPEECH_MODEL_DIR: '/m' }])
    assert.deepEqual(speakers(env as unknown as Record<string, string>), { kind: 'off' }, JSON.stringify(env));
  assert.deepEqual(speakers({ SPEAKERS: 'off' }), { kind: 'off' });
  assert.deepEqual(speakers({ SPEECH: 'captions', SPEAKERS: 'local' }), local);
  const own = { SPEECH: 'captions', SPEAKERS_MODEL_DIR: '/m' };
  assert.deepEqual(speakers(own), { ...local, modelDir: '/m' });
});

test('settings that would not be looked at are refused', () => {
  const refused: [Record<string, string>, RegExp][] = [
    [{ SPEAKERS: 'magic' }, /^SPEAKERS: /],
    [{ SPEAKERS: 'off', SPEAKERS_MODEL_DIR: '/m' }, /^SPEAKERS_MODEL_DIR, .* not used by SPEAKERS=off\.$/],
    [{ SPEAKERS_MODEL_DIR: '/m', SPEAKERS_MODEL_URL: 'http://hub' }, /^SPEAKERS_MODEL_URL: is not used beside/],
    [{ SPEAKERS_MODEL_URL: 'ftp://hub' }, /^SPEAKERS_MODEL_URL: must be an http or https address/],
  ];
  for (const [env, line] of refused) assert.throws(() => speakers(env), { name: 'SettingError', message: line });
});
