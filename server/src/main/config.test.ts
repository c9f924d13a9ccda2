import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { it } from 'node:test';
import { readConfig, settings, warnOfNames, withoutSecrets } from './config.ts';

const model = { LANGUAGE_MODEL: 'm' };

const company = {
  SIGN_IN: 'both',
  PUBLIC_URL: 'https://lectern.example.org',
  OIDC_ISSUER: 'https://id.example.org/',
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'a secret',
};

it('keeps the issuer letter by letter, when it ends with a slash', () => {
  const { signIn } = readConfig(company);
  assert.equal(signIn.kind === 'both' && signIn.issuer, 'https://id.example.org/');
  assert.deepEqual(readConfig({}).signIn, { kind: 'password' });
});

it('reads the roles of groups, whose names may hold a colon', () => {
  const id = '0193a3f1-0000-7000-8000-000000000001';
  const { signIn } = readConfig({ ...company, OIDC_WORKSPACE: id, OIDC_ROLES: 'urn:acme:staff:editor, *:viewer' });
  assert.deepEqual(signIn.kind === 'both' && signIn.workspace, {
    id,
    roles: [
      { group: 'urn:acme:staff', role: 'editor' },
      { group: '*', role: 'viewer' },
    ],
  });
});

it('keeps logs for a year and edits for half of one, unless told otherwise', () => {
  assert.deepEqual(readConfig({}).retention, { workspaceLogDays: 365, editDays: 180 });
  assert.equal(readConfig({ EDIT_HISTORY_DAYS: '30' }).retention.editDays, 30);
});

/** Wrong values, each with the line that stops the start. */
const wrong: readonly [Record<string, string>, RegExp][] = [
  [{ PORT: 'web' }, /^PORT: ./],
  [{ WORKSPACE_LOG_DAYS: '0' }, /^WORKSPACE_LOG_DAYS: ./],
  [{ PUBLIC_URL: 'https://example.org/lectern' }, /^PUBLIC_URL: .*a path under it does not work\.$/],
  [{ PUBLIC_URL: 'https://example.org:99999' }, /^PUBLIC_URL: .*a port that can exist\.$/],
  [{ PUBLIC_URL: 'https://me:secret@example.org' }, /^PUBLIC_URL: must end with the name of the host/],
  [{ PUBLIC_URL: 'https://-example.org' }, /^PUBLIC_URL: must name a host that can exist\.$/],
  [{ MAIL_FROM: 'nonsense' }, /^MAIL_FROM: must be an address, or Name <address>\.$/],
  [{ BLOG_URL: 'javascript:alert(1)' }, /^BLOG_URL: must be an http or https address, or a path/],
  [{ PUBLIC_URL: 'lectern.example' }, /^PUBLIC_URL: must be an http or https address/],
  [{ DATABASE_URL: 'mysql://localhost/lectern' }, /^DATABASE_URL: must be a postgres:\/\/ address/],
  [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD: .*8/],
  [{ ADMIN_PASSWORD: 'administrator' }, /^ADMIN_PASSWORD: is easily guessed/],
  [{ ADMIN_SECOND_FACTOR: 'sometimes' }, /^ADMIN_SECOND_FACTOR: .*"required"/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ address/],
  [{ SMTP_URL: 'smtp://me:a#b@mail.example:587' }, /^SMTP_URL: must be an address that can be read: # /],
  [{ SMTP_URL: 'smtp://mail.example:99999' }, /^SMTP_URL: must be an address that can be read: # /],
  [{ DATABASE_URL: 'postgres://me:a#b@localhost/lectern' }, /^DATABASE_URL: must be an address that can be read: # /],
  [{ DATABASE_URL: 'postgres://me:a%b@localhost/lectern' }, /^DATABASE_URL: must be an address that can be read: # /],
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM: is missing; SMTP_URL needs a sender\.$/],
  [{ SMTP_URL: 'smtp://mail.example?requireTLS=true' }, /^MAIL_FROM: is missing/],
  [{ SUPPORT_EMAIL: 'help' }, /^SUPPORT_EMAIL: ./],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: ./],
  [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must be 16 characters or more/],
  [{ MAX_UPLOAD_BYTES: '2 GB' }, /^MAX_UPLOAD_BYTES: ./],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: ./],
  [{ LANGUAGE_ENGINE: 'openai' }, /^LANGUAGE_MODEL: is missing; LANGUAGE_ENGINE=openai needs it\.$/],
  [{ LANGUAGE_ENGINE: 'openai', ...model }, /^LANGUAGE_API_KEY: is missing; LANGUAGE_ENGINE=openai needs it\.$/],
  [
    { LANGUAGE_ENGINE: 'openai-compatible', ...model },
    /^LANGUAGE_BASE_URL: .*; LANGUAGE_ENGINE=openai-compatible needs/,
  ],
  [{ LANGUAGE_API_KEY: 'secret' }, /^LANGUAGE_API_KEY: is not used by LANGUAGE_ENGINE=builtin\./],
  [{ LANGUAGE_ENGINE: 'ollama', LANGUAGE_BASE_URL: 'http://a/v1' }, /^LANGUAGE_BASE_URL: is not used by .*=ollama/],
  [{ OLLAMA_URL: 'http://localhost:11434' }, /^OLLAMA_URL: is not used by LANGUAGE_ENGINE=builtin\./],
  [{ LANGUAGE_CONTEXT_TOKENS: '100' }, /^LANGUAGE_CONTEXT_TOKENS: .*4000/],
  [{ LANGUAGE_TIMEOUT_SECONDS: '-1' }, /^LANGUAGE_TIMEOUT_SECONDS: /],
  [{ EMBEDDINGS_MODEL: 'm' }, /^EMBEDDINGS_MODEL: is not used without EMBEDDINGS_URL\./],
  [{ EMBEDDINGS_URL: 'http://a/v1' }, /^EMBEDDINGS_MODEL: is missing; EMBEDDINGS_URL needs it\.$/],
  [{ SPEECH: 'command' }, /^SPEECH_MODEL_DIR: is missing; SPEECH=command needs it\.$/],
  [{ SPEECH: 'openai' }, /^SPEECH_API_KEY: is missing; SPEECH=openai needs it\.$/],
  [{ SPEECH_API_KEY: 'secret' }, /^SPEECH_API_KEY: is not used by SPEECH=local\./],
  [{ SPEECH: 'local', SPEECH_MODEL: 'large' }, /^SPEECH_MODEL: must be one of parakeet, whisper-base, whisper-turbo/],
  [{ SPEECH_MODEL_DIR: '/m', SPEECH_MODEL_URL: 'http://m' }, /^SPEECH_MODEL_URL: is not used beside/],
  [{ SPEAKERS: 'off', SPEAKERS_MODEL_DIR: '/m' }, /^SPEAKERS_MODEL_DIR, .* not used by SPEAKERS=off\.$/],
  [{ SPEAKERS_MODEL_DIR: '/m', SPEAKERS_MODEL_URL: 'http://hub' }, /^SPEAKERS_MODEL_URL: is not used beside/],
  [{ MUX_TOKEN_ID: 'id' }, /^MEDIA_BACKEND: is missing although MUX_TOKEN_ID is set; say mux or local\.$/],
  [{ MUX_DATA_ENV_KEY: 'abc' }, /^MEDIA_BACKEND: is missing although MUX_DATA_ENV_KEY is set; say mux or local\.$/],
  [{ MUX_DATA_ENV_KEY: "x; script-src 'unsafe-inline'" }, /^MUX_DATA_ENV_KEY: /],
  [{ OIDC_ISSUER: 'https://id.example.org' }, /^SIGN_IN: is missing although OIDC_ISSUER is set; say oidc, both/],
  [{ ADMIN_OIDC_GROUP: 'staff' }, /^SIGN_IN: is missing although ADMIN_OIDC_GROUP is set/],
  [{ SIGN_IN: 'password', OIDC_CLIENT_ID: 'lectern' }, /^OIDC_CLIENT_ID: is not used by SIGN_IN=password\.$/],
  [{ SIGN_IN: 'saml' }, /^SIGN_IN: /],
  [{ SIGN_IN: 'oidc' }, /^PUBLIC_URL: is missing; SIGN_IN=oidc needs it\.$/],
  [{ ...company, PUBLIC_URL: 'http://192.168.1.4:3000' }, /^PUBLIC_URL: must be an https address for SIGN_IN=both/],
  [
    { ...company, OIDC_ISSUER: 'http://id.example.org' },
    /^OIDC_ISSUER: must be an https address; http is for localhost/,
  ],
  [{ ...company, OIDC_ISSUER: 'id.example.org' }, /^OIDC_ISSUER: must be an https address\.$/],
  [{ ...company, OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET: is missing; SIGN_IN=both needs it\.$/],
  [{ ...company, OIDC_SCOPES: 'email profile' }, /^OIDC_SCOPES: must be words .* openid among them\.$/],
  [{ ...company, OIDC_BREAK_GLASS: 'me' }, /^OIDC_BREAK_GLASS: /],
  [{ ...company, OIDC_TRUST_UNVERIFIED_EMAIL: 'yes' }, /^OIDC_TRUST_UNVERIFIED_EMAIL: /],
  [{ ...company, OIDC_WORKSPACE: 'acme' }, /^OIDC_WORKSPACE: /],
  [{ ...company, OIDC_ROLES: 'staff:editor' }, /^OIDC_ROLES: needs OIDC_WORKSPACE/],
  [{ ...company, OIDC_ROLES: 'staff:boss' }, /^OIDC_ROLES: must be group:role pairs/],
  [{ ...company, OIDC_ROLES: 'editor' }, /^OIDC_ROLES: must be group:role pairs/],
  [{ ...company, SIGN_UPS: 'closed' }, /^SIGN_UPS: /],
  [{ DNS_SERVERS: 'dns.example.org' }, /^DNS_SERVERS: must be addresses such as/],
  [{ OIDC_ROLES: 'staff:editor' }, /^SIGN_IN: is missing although OIDC_ROLES is set/],
  [{ S3_BUCKET: 'recordings' }, /^STORAGE_BACKEND: is missing although S3_BUCKET is set; say s3 or disk\.$/],
  [{ S3_PREFIX: '/lectern/' }, /^S3_PREFIX: must be letters/],
  [{ STRIPE_SECRET_KEY: 'sk' }, /^PAYMENTS: is missing although STRIPE_SECRET_KEY is set; say stripe or sandbox\.$/],
];

for (const [env, line] of wrong)
  it(`stops at ${Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}`, () => {
    assert.throws(
      () => readConfig(env),
      ({ name, message }: Error) => name === 'SettingError' && line.test(message) && !message.includes('\n'),
    );
  });

it('takes a secret without the line end of its file', () => {
  for (const end of ['\n', '\r\n', ''])
    assert.equal(readConfig({ ADMIN_PASSWORD: ` four words of it${end}` }).administrator.password, ' four words of it');
});

it('takes every kind of what is right', () => {
  const { publicUrl, mail, blogUrl } = readConfig({
    PUBLIC_URL: 'https://[::1]:8443/',
    MAIL_FROM: '"Lectern, Inc." <lectern@localhost>',
    BLOG_URL: 'https://blog.example.org/all?from=lectern',
  });
  assert.deepEqual(
    [publicUrl, mail.from, blogUrl],
    ['https://[::1]:8443', '"Lectern, Inc." <lectern@localhost>', 'https://blog.example.org/all?from=lectern'],
  );
  for (const from of ['no-reply@example.org', 'Lectern <no-reply@example.org>'])
    assert.equal(readConfig({ MAIL_FROM: from }).mail.from, from);
  assert.equal(readConfig({ BLOG_URL: '/news' }).blogUrl, '/news');
});

it('never shows the value of a setting in an error, when it is invalid', () => {
  const value = '"postgres//me:hunter2hunter2@db';
  for (const name of Object.keys(settings))
    try {
      readConfig({ [name]: value });
    } catch (error) {
      assert.ok(!String(error).includes('hunter2'), `${name}: ${String(error)}`);
    }
});

it('takes every key and password out of what a failed start prints, and has no default for one', () => {
  const names = Object.keys(settings).filter(
    (name) =>
      /_(KEY|SECRET|TOKEN|PASSWORD)$|^(DATABASE|SMTP)_URL$|^(SPEECH|LANGUAGE_ENGINE)_.*URL$/.test(name) &&
      // These stand in every page.
      name !== 'STRIPE_PUBLISHABLE_KEY' &&
      name !== 'MUX_DATA_ENV_KEY',
  );
  assert.ok(names.length >= 10);
  for (const name of names) {
    const { data } = settings[name as keyof typeof settings].safeParse(undefined);
    assert.equal(data, undefined, `${name} is the operator's own: there is no default that everybody knows`);
    const env = { [name]: 'smtp://me:p%40ss-word-of-it@mail.example' };
    const text = `Invalid URL ${env[name]} (p%40ss-word-of-it, p@ss-word-of-it)`;
    assert.equal(withoutSecrets(text, env), `Invalid URL <${name}> (<${name}>, <${name}>)`);
  }
  const folder = 'The folder /srv/data cannot be written.';
  assert.equal(withoutSecrets(folder, { DATA_DIR: '/srv/data' }), folder);
});

it('needs nothing, and takes an empty value for none', () => {
  const config = readConfig(Object.fromEntries(Object.keys(settings).map((name) => [name, ''])));
  assert.deepEqual(config, readConfig({}));
  assert.deepEqual(
    [
      config.port,
      config.database.kind,
      config.mail.kind,
      config.payments.kind,
      config.speech.kind,
      config.language.kind,
      config.proxies,
      config.dataDir,
      config.brand,
    ],
    [3000, 'embedded', 'outbox', 'sandbox', 'local', 'builtin', 0, resolve('data'), 'Lectern'],
  );
});

it('warns of all old names in one line, and of no new one', () => {
  assert.deepEqual(warnOfNames({ MEDIA: 'local', CACHE_SIZE: '2000', STORAGE: '' }), [
    'Settings have new names; the old ones are still read: MEDIA is now MEDIA_BACKEND, CACHE_SIZE is now CACHE_MAX_BYTES.',
  ]);
  assert.deepEqual(warnOfNames({ MEDIA_BACKEND: 'local' }), []);
});

it('refuses an old name and its new one, when their values differ', () => {
  assert.throws(() => readConfig({ SPEECH: 'openai', SPEECH_KEY: 'one', SPEECH_API_KEY: 'two' }), {
    name: 'SettingError',
    message: 'SPEECH_KEY, SPEECH_API_KEY: are the old and the new name of one setting and differ. Remove SPEECH_KEY.',
  });
  assert.equal(readConfig({ CACHE_SIZE: '2000\n', CACHE_MAX_BYTES: '2000' }).cacheSize, 2000);
});

it('takes no locale of the system for a language engine', () => {
  for (const locale of ['en_US:en', 'de', 'C', 'pt_BR.UTF-8']) {
    assert.equal(readConfig({ LANGUAGE: locale }).language.kind, 'builtin');
    assert.equal(readConfig({ LANGUAGE: locale, LANGUAGE_ENGINE: 'ollama' }).language.kind, 'ollama');
    assert.deepEqual(warnOfNames({ LANGUAGE: locale }), []);
  }
  assert.throws(() => readConfig({ LANGUAGE: 'Ollama' }), /^SettingError: LANGUAGE_ENGINE: /);
});

it('names a setting and hides its value as the operator wrote it, when its old name is set', () => {
  const env = { LANGUAGE: 'openai', SPEECH_KEY: 'secret' };
  const text = 'LANGUAGE_MODEL: is missing; LANGUAGE_ENGINE=openai needs it. SPEECH_API_KEY: secret, MEDIA_BACKEND';
  assert.equal(
    withoutSecrets(text, env),
    'LANGUAGE_MODEL: is missing; LANGUAGE=openai needs it. SPEECH_KEY: <SPEECH_KEY>, MEDIA_BACKEND',
  );
});

for (const [name, meant] of [
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['PORTT', 'PORT'],
  ['SMTP-URL', 'SMTP_URL'],
  ['database_url', 'DATABASE_URL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
] as const)
  it(`asks whether ${name} means ${meant}`, () => {
    assert.deepEqual(warnOfNames({ [name]: 'x', [meant]: 'y' }), [
      `${name} is not a setting and changes nothing. Is ${meant} meant?`,
    ]);
  });

it('does not warn of other names, nor of our own', () => {
  const foreign =
    'PATH HOME HOSTNAME LANG LANGUAGE LC_ALL USER SHELL PWD TERM MY_BACKUP_FOLDER HOSTTYPE LOGNAME MAIL OLLAMA_HOST PGDATABASE NODE_ENV http_proxy SMTP_USER';
  const names = [...foreign.split(' '), ...Object.keys(settings)];
  const env = { ...Object.fromEntries(names.map((name) => [name, 'x'])), LANGUAGE: 'en_US:en' };
  assert.deepEqual(warnOfNames(env), []);
});
