import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settings, warnOfNames } from './config.ts';

for (const [name, meant] of [
  ['DATABSE_URL', 'DATABASE_URL'],
  ['STORAGE_BAKEND', 'STORAGE_BACKEND'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['DATA_DRI', 'DATA_DIR'],
  ['PORTT', 'PORT'],
  ['SMTP-URL', 'SMTP_URL'],
  ['DATABSE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
] as const)
  it(`asks whether ${name} means ${meant}`, () => {
    assert.deepEqual(warnOfNames({ [name]: 'x', [meant]: 'y' }), [
      `${name} is not a setting and changes nothing. Is ${meant} meant?`,
    ]);
  });

it('says nothing of other names, nor of our own', () => {
  const foreign = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'LANGUAGE',
    'LC_ALL',
    'USER',
    'SHELL',
    'PWD',
    'TERM',
    'MY_BACKUP_FOLDER',
    'HOSTTYPE',
    'LOGNAME',
    'MAIL',
    'OLLAMA_HOST',
    'PGDATABASE',
    'NODE_ENV',
    'http_proxy',
    'SMTP_USER',
  ];
  const names = [...foreign, ...Object.keys(settings)];
  const env = { ...Object.fromEntries(names.map((name) => [name, 'x'])), LANGUAGE: 'en_US:en' };
  assert.deepEqual(warnOfNames(env), []);
});
