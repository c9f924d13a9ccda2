import { resolve } from 'node:path';
import { z } from 'zod';
import { type LanguageConfig, languageSettings, readLanguage } from './language-settings.ts';
import { httpUrl, optional } from './setting-kinds.ts';
import { readSpeech, type SpeechConfig, speechSettings } from './speech-settings.ts';
import { type PaymentConfig, paymentSettings, readPayments } from './payment-settings.ts';

const text = (fallback: string) => z.string().trim().min(1).default(fallback);

/** Every setting, with the sentence that `.env.example` prints for it. */
export const settings = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port of the web server.'),
  HOST: text('0.0.0.0').describe('Address the web server listens on.'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('Address under which people reach the product; used in mails. Default: http://localhost:PORT.'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'How many proxies stand in front of the server. Their X-Forwarded-For tells who calls, for the limits on tries.',
    ),
  DATA_DIR: text('./data').describe('Folder of the recordings, the embedded database and the mail outbox.'),
  DATABASE_URL: z
    .string()
    .trim()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address')
    .optional()
    .describe('PostgreSQL 15 or later. Absent: the embedded database in DATA_DIR.'),
  BRAND_NAME: text('Lectern').describe('Name of the product on pages and in mails.'),
  ADMIN_EMAIL: z.email().optional().describe('Address of the first administrator. Default: admin@localhost.test.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('Password of the first administrator. Absent: a random one is printed once at the first start.'),
  SMTP_URL: z
    .string()
    .trim()
    .regex(/^smtps?:\/\/\S+$/, 'must be an smtp:// or smtps:// address')
    .optional()
    .describe('Mail server. Absent: every mail becomes a file in DATA_DIR/outbox.'),
  MAIL_FROM: z.string().trim().min(3).optional().describe('Sender of mails; needed with SMTP_URL.'),
  ...paymentSettings,
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^\S{16,}$/, 'must be 16 characters or more, without spaces')
    .optional()
    .describe('Bearer token with which a monitor reads GET /metrics. Absent: only administrators read it.'),
  BLOG_URL: text('/blog').describe('Where the Blog link leads.'),
  SUPPORT_EMAIL: z
    .email()
    .default('support@localhost.test')
    .describe('Where people write to for help; shown on the support page.'),
  FFMPEG_PATH: optional.describe('The ffmpeg program, 4.4 or later. Absent: the one on PATH, else the one from npm.'),
  ...speechSettings,
  ...languageSettings,
  MAX_FILE_SIZE: z.coerce
    .number()
    .int()
    .positive()
    .default(20 * 1024 ** 3)
    .describe('Largest upload, in bytes.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info').describe('How much the log tells.'),
} as const;

const Settings = z.object(settings);

export type Config = {
  port: number;
  host: string;
  /** Undefined until the port is known when PUBLIC_URL is not set; see `publicUrl` of the world. */
  publicUrl: string | undefined;
  /** Proxies in front of the server. */
  proxies: number;
  dataDir: string;
  database: { kind: 'embedded' } | { kind: 'postgresql'; url: string };
  brand: string;
  administrator: { email: string; password: string | undefined };
  mail: { kind: 'outbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  payments: PaymentConfig;
  metricsToken: string | undefined;
  blogUrl: string;
  supportEmail: string;
  ffmpegPath: string | undefined;
  speech: SpeechConfig;
  language: LanguageConfig;
  /** Bytes. */
  maxFileSize: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
};

/** A setting that stops the start; the message is one line and names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

function refuse(line: string): never {
  throw new SettingError(line);
}

/** Reads the settings. Empty values count as absent. Throws a `SettingError` for the first wrong one. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const present = Object.fromEntries(Object.keys(settings).map((name) => [name, env[name] || undefined]));
  const parsed = Settings.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingError(
      `${String(issue?.path[0])}: ${issue?.message} (it is ${JSON.stringify(present[String(issue?.path[0])])}).`,
    );
  }
  const set = parsed.data;
  if (set.SMTP_URL && !set.MAIL_FROM) refuse('MAIL_FROM: is missing; SMTP_URL needs a sender.');
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL,
    proxies: set.TRUST_PROXY,
    dataDir: resolve(set.DATA_DIR),
    database: set.DATABASE_URL ? { kind: 'postgresql', url: set.DATABASE_URL } : { kind: 'embedded' },
    brand: set.BRAND_NAME,
    administrator: { email: set.ADMIN_EMAIL ?? 'admin@localhost.test', password: set.ADMIN_PASSWORD },
    mail: set.SMTP_URL
      ? { kind: 'smtp', url: set.SMTP_URL, from: set.MAIL_FROM! }
      : { kind: 'outbox', from: set.MAIL_FROM ?? `${set.BRAND_NAME} <no-reply@localhost.test>` },
    payments: readPayments(set, refuse),
    metricsToken: set.METRICS_TOKEN,
    blogUrl: set.BLOG_URL,
    supportEmail: set.SUPPORT_EMAIL,
    ffmpegPath: set.FFMPEG_PATH,
    speech: readSpeech(set, refuse),
    language: readLanguage(set, refuse),
    maxFileSize: set.MAX_FILE_SIZE,
    logLevel: set.LOG_LEVEL,
  };
}
