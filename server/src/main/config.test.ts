import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { it } from 'node:test';
import { readConfig, settings, withoutSecrets } from './config.ts';

/** Wrong values, each with the line that stops the start. */
const wrong: readonly [Record<string, string>, RegExp][] = [
  [{ PORT: 'web' }, /^PORT: ./],
  [{ PORT: '70000' }, /^PORT: .*65535/],
  [{ PUBLIC_URL: 'https://example.org/lectern' }, /^PUBLIC_URL: .*a path under it does not work\.$/],
  [{ PUBLIC_URL: 'https://example.org?x' }, /^PUBLIC_URL: /],
  [{ PUBLIC_URL: 'https://example.org:99999' }, /^PUBLIC_URL: .*a port that can exist\.$/],
  [{ PUBLIC_URL: 'https://me:secret@example.org' }, /^PUBLIC_URL: must end with the name of the host/],
  [{ PUBLIC_URL: 'https://-example.org' }, /^PUBLIC_URL: must name a host that can exist\.$/],
  [{ MAIL_FROM: 'nonsense' }, /^MAIL_FROM: must be an address, or Name <address>\.$/],
  [{ MAIL_FROM: 'Lectern <nobody>' }, /^MAIL_FROM: /],
  [{ BLOG_URL: 'javascript:alert(1)' }, /^BLOG_URL: must be an http or https address, or a path/],
  [{ BLOG_URL: '//example.org' }, /^BLOG_URL: /],
  [{ PUBLIC_URL: 'lectern.example' }, /^PUBLIC_URL: must be an http or https address/],
  [{ DATABASE_URL: 'mysql://localhost/lectern' }, /^DATABASE_URL: must be a postgres:\/\/ address/],
  [{ ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL: ./],
  [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD: .*8/],
  [{ ADMIN_PASSWORD: 'administrator' }, /^ADMIN_PASSWORD: is easily guessed/],
  [{ ADMIN_SECOND_FACTOR: 'sometimes' }, /^ADMIN_SECOND_FACTOR: .*"required"/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ address/],
  [{ SMTP_URL: 'smtp://me:a#b@mail.example:587' }, /^SMTP_URL: must be an address that can be read: # /],
  [{ SMTP_URL: 'smtp://me:a/b@mail.example' }, /^SMTP_URL: must be an address that can be read: # /],
  [{ SMTP_URL: 'smtp://mail.example:99999' }, /^SMTP_URL: must be an address that can be read: # /],
  [{ DATABASE_URL: 'postgres://me:a#b@localhost/lectern' }, /^DATABASE_URL: must be an address that can be read: # /],
  [{ DATABASE_URL: 'postgres://me:1#b@localhost/lectern' }, /^DATABASE_URL: must be an address that can be read: # /],
  [{ DATABASE_URL: 'postgres://me:a%b@localhost/lectern' }, /^DATABASE_URL: must be an address that can be read: # /],
  [{ SMTP_URL: 'smtp://mail.example?requireTLS=true' }, /^MAIL_FROM: is missing/],
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM: is missing; SMTP_URL needs a sender\.$/],
  [{ SUPPORT_EMAIL: 'help' }, /^SUPPORT_EMAIL: ./],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: ./],
  [{ TRUST_PROXY: '-1' }, /^TRUST_PROXY: /],
  [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must be 16 characters or more/],
  [{ MAX_FILE_SIZE: '2 GB' }, /^MAX_FILE_SIZE: ./],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: ./],
  [{ SPEECH: 'magic' }, /^SPEECH: ./],
  [{ LANGUAGE: 'magic' }, /^LANGUAGE: ./],
  [{ PAYMENTS: 'cash' }, /^PAYMENTS: ./],
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
      /_(KEY|SECRET|TOKEN|PASSWORD)$|^(DATABASE|SMTP)_URL$|^(SPEECH|LANGUAGE)_.*URL$/.test(name) &&
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
