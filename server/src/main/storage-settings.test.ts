import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from './config.ts';

const all = {
  STORAGE_BACKEND: 's3',
  S3_BUCKET: 'recordings',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the settings of the storage', () => {
  it('selects the disk as storage by default', () => assert.deepEqual(readConfig({}).storage, { kind: 'disk' }));

  for (const name of Object.keys(all).filter((each) => each !== 'STORAGE_BACKEND'))
    it(`say that ${name} is missing`, () => {
      assert.throws(() => readConfig({ ...all, [name]: '' }), {
        message: `${name}: is missing; STORAGE_BACKEND=s3 needs it.`,
      });
    });

  it('never take half of them for the disk', () => {
    assert.throws(() => readConfig({ S3_BUCKET: 'recordings' }), {
      message: 'STORAGE_BACKEND: is missing although S3_BUCKET is set; say s3 or disk.',
    });
    assert.deepEqual(readConfig({ ...all, STORAGE_BACKEND: 'disk' }).storage, { kind: 'disk' });
  });

  it('reads all settings of a bucket', () => {
    const { storage } = readConfig({ ...all, S3_FORCE_PATH_STYLE: 'true', S3_PREFIX: 'lectern' });
    assert.deepEqual(storage, {
      kind: 's3',
      bucket: 'recordings',
      endpoint: 'https://s3.example.org',
      region: 'eu-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      forcePathStyle: true,
      prefix: 'lectern',
    });
    assert.throws(() => readConfig({ ...all, S3_PREFIX: '/lectern/' }), /^SettingError: S3_PREFIX: must be letters/);
  });
});
