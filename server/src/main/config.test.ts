import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig, settings } from './config.ts';

/** Wrong values, each with the line that stops the start. */
const wrong: readonly [Record<string, string>, RegExp][] = [
  [{ PORT: 'web' }, /^PORT: .*"web"/],
  [{ PORT: '70000' }, /^PORT: .*65535/],
  [{ PUBLIC_URL: 'lectern.example' }, /^PUBLIC_URL: must be an http or https address/],
  [{ DATABASE_URL: 'mysql://localhost/lectern' }, /^DATABASE_URL: must be a postgres:\/\/ address/],
  [{ ADMIN_EMAIL: 'admin' }, /^ADMIN_EMAIL: .*"admin"/],
  [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD: .*8/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ address/],
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM: is missing; SMTP_URL needs a sender\.$/],
  [{ SUPPORT_EMAIL: 'help' }, /^SUPPORT_EMAIL: .*"help"/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: .*"yes"/],
  [{ TRUST_PROXY: '-1' }, /^TRUST_PROXY: /],
  [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must be 16 characters or more/],
  [{ MAX_FILE_SIZE: '2 GB' }, /^MAX_FILE_SIZE: .*"2 GB"/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: .*"loud"/],
  [{ SPEECH: 'magic' }, /^SPEECH: .*"magic"/],
  [{ LANGUAGE: 'magic' }, /^LANGUAGE: .*"magic"/],
  [{ PAYMENTS: 'cash' }, /^PAYMENTS: .*"cash"/],
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
    ],
    [3000, 'embedded', 'outbox', 'sandbox', 'captions', 'builtin', 0],
  );
});
