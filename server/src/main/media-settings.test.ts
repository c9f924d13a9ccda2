import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from './config.ts';

const all = {
  MEDIA_BACKEND: 'mux',
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'a secret',
  MUX_SIGNING_KEY_ID: 'key',
  MUX_SIGNING_PRIVATE_KEY: 'private',
  MUX_WEBHOOK_SECRET: 'webhook',
};

describe('the settings of the media engine', () => {
  it('selects this server as the media engine by default', () =>
    assert.deepEqual(readConfig({}).media, { kind: 'local' }));

  for (const name of Object.keys(all).filter((each) => each !== 'MEDIA_BACKEND'))
    it(`say that ${name} is missing`, () => {
      assert.throws(() => readConfig({ ...all, [name]: '' }), {
        message: `${name}: is missing; MEDIA_BACKEND=mux needs it.`,
      });
    });

  it('never take half of them for this server', () => {
    assert.throws(() => readConfig({ MUX_TOKEN_ID: 'id' }), {
      message: 'MEDIA_BACKEND: is missing although MUX_TOKEN_ID is set; say mux or local.',
    });
    assert.deepEqual(readConfig({ ...all, MEDIA_BACKEND: 'local' }).media, { kind: 'local' });
  });

  it('measure playing only where the key of Mux Data is set, and is one', () => {
    const { media } = readConfig({ ...all, MUX_DATA_ENV_KEY: 'abc123' });
    assert.equal(media.kind === 'mux' && media.dataKey, 'abc123');
    for (const key of ['a.example.org/', 'ABC', "x; script-src 'unsafe-inline'"])
      assert.throws(() => readConfig({ ...all, MUX_DATA_ENV_KEY: key }), /MUX_DATA_ENV_KEY/);
    assert.throws(() => readConfig({ MUX_DATA_ENV_KEY: 'abc123' }), {
      message: 'MEDIA_BACKEND: is missing although MUX_DATA_ENV_KEY is set; say mux or local.',
    });
  });

  it('reads all settings of Mux', () => {
    const { media } = readConfig(all);
    assert.deepEqual(media, {
      kind: 'mux',
      tokenId: 'id',
      tokenSecret: 'a secret',
      signingKeyId: 'key',
      signingPrivateKey: 'private',
      webhookSecret: 'webhook',
      dataKey: undefined,
      server: undefined,
    });
  });
});
