import { Resolver } from 'node:dns';
import { resolve } from 'node:path';
import { plans } from '@lectern/contract/rules/plans';
import { isWebOrigin } from '@lectern/contract/rules/web-origin';
import { isGuessable } from '../features/accounts/guessable-passwords.ts';
import type { Network } from '../platform/outbound/guarded-request.ts';
import type { EmbeddingSettings } from '../ports/embeddings/compatible.ts';
import type { Seats } from '../platform/http/context.ts';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { embeddingSettings, readEmbeddings } from './embedding-settings.ts';
import { type LanguageConfig, languageSettings, readLanguage } from './language-settings.ts';
import { misspelt, applyNewNames, renamedSettings, restoreOldNames, warnOfOldNames } from './setting-names.ts';
import { httpUrl, isSecret, optional, secret } from './setting-kinds.ts';
import { readSignIn, type SignInConfig, signInSettings } from './sign-in-settings.ts';
import {
  readSpeakers,
  type SpeakersConfig,
  speakersSettings,
  readSpeech,
  type SpeechConfig,
  speechSettings,
} from './speech-settings.ts';
import {
  type MediaConfig,
  mediaSettings,
  readMedia,
  readStorage,
  type StorageConfig,
  storageSettings,
  type PaymentConfig,
  paymentSettings,
  readPayments,
} from './provider-settings.ts';

/** Whether the resolver takes these addresses. */
function areNameServers(addresses: readonly string[]): boolean {
  try {
    new Resolver().setServers(addresses);
    return true;
  } catch {
    return false;
  }
}

const days = (fallback: number) => z.coerce.number().int().min(1).max(36_500).default(fallback);
const text = (fallback: string) => z.string().trim().min(1).default(fallback);

const unreadable =
  'must be an address that can be read: # / ? @ and % in a name or password are written %23 %2F %3F %40 %25';

/** Whether name, password and host are told apart, and what they mean can be read. */
const isReadable = (url: string): boolean =>
  URL.canParse(url) && !/#|[/?].*@/.test(url.replace('://', '')) && !/%(?![\da-f]{2})/i.test(url);

/** Every setting, with the sentence that `.env.example` prints for it. */
export const settings = {
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'What this process does: web answers people, worker does the jobs and answers only its health, all does both. Several processes share one DATABASE_URL and what STORAGE_BACKEND names.',
    ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port of the web server.'),
  HOST: text('0.0.0.0').describe('Address the web server listens on.'),
  PUBLIC_URL: httpUrl
    .refine((url) => !URL.canParse(url) || /^https?:\/\/[^/?#@]+$/.test(url), {
      message:
        'must end with the name of the host or its port: pages load from the root, so a path under it does not work',
    })
    .refine((url) => !URL.canParse(url) || isWebOrigin(new URL(url).origin), 'must name a host that can exist')
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
  DATA_DIR: text('./data').describe(
    'Folder of the embedded database, the mail outbox and work in progress; and of the recordings with STORAGE_BACKEND=disk.',
  ),
  ...storageSettings,
  DATABASE_URL: secret(
    z
      .string()
      .trim()
      .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address')
      .refine(isReadable, unreadable)
      .optional()
      .describe('PostgreSQL 15 or later. Absent: the embedded database in DATA_DIR.'),
  ),
  BRAND_NAME: text('Lectern').describe('Name of the product on pages and in mails.'),
  ADMIN_EMAIL: z.email().optional().describe('Address of the first administrator. Default: admin@localhost.test.'),
  ADMIN_PASSWORD: secret(
    z
      .string()
      .min(8)
      .optional()
      .describe(
        'Password of the first administrator. Absent: a random one is printed once at the first start. A changed setting replaces what the administrator has chosen since, and removes their second factor.',
      ),
  ),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe('Whether administrators must set up an authenticator app before anything else.'),
  ...signInSettings,
  SMTP_URL: secret(
    z
      .string()
      .trim()
      .regex(/^smtps?:\/\/\S+$/, 'must be an smtp:// or smtps:// address')
      .refine((url) => isReadable(url) && new URL(url).hostname !== '', unreadable)
      .optional()
      .describe('Mail server. Absent: every mail becomes a file in DATA_DIR/outbox.'),
  ),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or Name <address>')
    .optional()
    .describe('Sender of mails; needed with SMTP_URL.'),
  ...paymentSettings,
  ...mediaSettings,
  METRICS_TOKEN: secret(
    z
      .string()
      .trim()
      .regex(/^\S{16,}$/, 'must be 16 characters or more, without spaces')
      .optional()
      .describe('Bearer token with which a monitor reads GET /metrics. Absent: only administrators read it.'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Collector of OpenTelemetry to which traces are sent, such as http://localhost:4318. Absent: none are made.',
    ),
  BLOG_URL: z
    .string()
    .trim()
    .regex(/^(?:\/(?![/\\])|https?:\/\/[^\s/])\S*$/, 'must be an http or https address, or a path that begins with /')
    .default('/blog')
    .describe('Where the Blog link leads.'),
  SUPPORT_EMAIL: z
    .email()
    .default('support@localhost.test')
    .describe('Where people write to for help; shown on the support page and in /.well-known/security.txt.'),
  FFMPEG_PATH: optional.describe('The ffmpeg program, 4.4 or later. Absent: the one on PATH, else the one from npm.'),
  ...speechSettings,
  ...speakersSettings,
  ...languageSettings,
  ...embeddingSettings,
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(20 * 1024 ** 3)
    .describe('Largest upload, in bytes.'),
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 * 1024 ** 3)
    .describe('Bytes that pictures made on request may take in DATA_DIR/cache; those not used for longest go first.'),
  PROFESSIONAL_PEOPLE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(plans.professional.people)
    .describe('Owners, admins and editors that a workspace on the Professional plan may have.'),
  VIEWERS_PER_SEAT: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(10)
    .describe('Viewers that a workspace may have for each of those its plan includes.'),
  WORKSPACE_LOG_DAYS: days(365).describe('Days for which the log of a workspace is kept.'),
  EDIT_HISTORY_DAYS: days(180).describe('Days for which the history tells who changed which text, and how it read.'),
  OUTBOUND_ALLOW: z
    .string()
    .transform((list, context) =>
      list
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean)
        .flatMap((network): Network[] => {
          if (ipaddr.isValidCIDR(network)) return [ipaddr.parseCIDR(network)];
          context.addIssue('must be networks such as 10.0.0.0/8, with commas between them');
          return [];
        }),
    )
    .default([])
    .describe(
      'Networks of yours that people may name an address in, such as 10.0.0.0/8,fd00::/8, also without https. Absent: public https addresses alone.',
    ),
  DNS_SERVERS: z
    .string()
    .trim()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .refine(areNameServers, 'must be addresses such as 1.1.1.1 or 1.1.1.1:53, with commas between them')
    .optional()
    .describe(
      'Name servers that are asked for the proofs of domains: those of a company may know another zone than the internet. Default: those of the machine.',
    ),
  SLIDES: z
    .enum(['read', 'off'])
    .default('read')
    .describe('Whether the words on slides are read in the background, for the search: read or off.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'])
    .default('warn')
    .describe('How much the log tells: at warn also who was refused, at info every refusal.'),
} as const;

const Settings = z.object(settings);

type Env = Readonly<Record<string, string | undefined>>;

export type Config = {
  role: 'all' | 'web' | 'worker';
  port: number;
  host: string;
  /** Undefined until the port is known when PUBLIC_URL is not set; see `publicUrl` of the world. */
  publicUrl: string | undefined;
  /** Proxies in front of the server. */
  proxies: number;
  dataDir: string;
  storage: StorageConfig;
  database: { kind: 'embedded' } | { kind: 'postgresql'; url: string };
  brand: string;
  administrator: { email: string; password: string | undefined; secondFactor: 'optional' | 'required' };
  signIn: SignInConfig;
  mail: { kind: 'outbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  payments: PaymentConfig;
  paymentGraceDays: number;
  retention: { workspaceLogDays: number; editDays: number };
  media: MediaConfig;
  metricsToken: string | undefined;
  /** Address of a collector of traces. */
  tracesTo: string | undefined;
  blogUrl: string;
  supportEmail: string;
  ffmpegPath: string | undefined;
  speech: SpeechConfig;
  speakers: SpeakersConfig;
  language: LanguageConfig;
  /** Undefined: questions find passages by their words alone. */
  embeddings: EmbeddingSettings | undefined;
  /** Bytes. */
  maxFileSize: number;
  /** Bytes. */
  cacheSize: number;
  seats: Seats;
  outboundAllowed: Network[];
  readsSlides: boolean;
  /** Empty for those of the machine. */
  nameServers: readonly string[];
  areSignUpsOpen: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
};

/** A setting that stops the start; the message is one line and names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

function refuse(line: string): never {
  throw new SettingError(line);
}

/** Lines about names in the environment that are old, and about those that are almost settings. */
export const warnOfNames = (env: Env = process.env): string[] => [
  ...warnOfOldNames(env),
  ...misspelt(
    Object.keys(env).filter((name) => !(name in renamedSettings)),
    [...Object.keys(settings), ...Object.keys(renamedSettings)],
  ),
];

/** Whether `npm start` of this program runs it. */
export const isRunByNpm = ({ npm_lifecycle_event: script, npm_package_name: name } = process.env): boolean =>
  script === 'start' && name === 'lectern';

/**
 * A text without the values of secret settings, and without the passwords in them as they are and as they are meant.
 * Settings have the names that the operator wrote.
 */
export function withoutSecrets(text: string, env: Env = process.env): string {
  const kinds: Readonly<Record<string, z.ZodType>> = settings;
  let told = text;
  for (const [name, set] of Object.entries(env)) {
    const kind = kinds[renamedSettings[name] ?? name];
    const value = set?.trim();
    if (!value || !kind || !isSecret(kind)) continue;
    const [, password] = /:\/\/[^/@]*?:(.+)@/.exec(value) ?? [];
    for (const part of [value, password, password && decoded(password)])
      if (part) told = told.replaceAll(part, `<${name}>`);
  }
  return restoreOldNames(told, env);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readAdministrator(set: z.output<typeof Settings>): Config['administrator'] {
  const email = set.ADMIN_EMAIL ?? 'admin@localhost.test';
  const password = set.ADMIN_PASSWORD;
  if (password !== undefined && isGuessable(password, { brand: set.BRAND_NAME, email }))
    refuse('ADMIN_PASSWORD: is easily guessed; please choose another one, for example a few words.');
  return { email, password, secondFactor: set.ADMIN_SECOND_FACTOR };
}

/** Files of secrets end with a line end that is not of the secret. */
const withoutLineEnd = (value: string | undefined): string | undefined => value?.replace(/[\r\n]+$/, '');

/** Reads the settings. Empty values count as absent. Throws a `SettingError` for the first wrong one. */
export function readConfig(env: Env = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, withoutLineEnd(value) || undefined]),
  );
  const parsed = Settings.safeParse(applyNewNames(present, refuse));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // Never what it is: who sees this may see no secret, and one may stand in the wrong line.
    const number = issue?.code === 'invalid_type' && issue.expected === 'number';
    throw new SettingError(`${String(issue?.path[0])}: ${number ? 'must be a number' : issue?.message}.`);
  }
  const set = parsed.data;
  if (set.ROLE !== 'all' && !set.DATABASE_URL)
    refuse(`ROLE: ${set.ROLE} needs DATABASE_URL; the embedded database belongs to one process, which does all.`);
  if (set.SMTP_URL && !set.MAIL_FROM) refuse('MAIL_FROM: is missing; SMTP_URL needs a sender.');
  const speech = readSpeech(set, refuse);
  return {
    role: set.ROLE,
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL,
    proxies: set.TRUST_PROXY,
    dataDir: resolve(set.DATA_DIR),
    storage: readStorage(set, refuse),
    database: set.DATABASE_URL ? { kind: 'postgresql', url: set.DATABASE_URL } : { kind: 'embedded' },
    brand: set.BRAND_NAME,
    administrator: readAdministrator(set),
    signIn: readSignIn(set, refuse),
    mail: set.SMTP_URL
      ? { kind: 'smtp', url: set.SMTP_URL, from: set.MAIL_FROM! }
      : { kind: 'outbox', from: set.MAIL_FROM ?? `${set.BRAND_NAME} <no-reply@localhost.test>` },
    payments: readPayments(set, refuse),
    paymentGraceDays: set.PAYMENT_GRACE_DAYS,
    retention: { workspaceLogDays: set.WORKSPACE_LOG_DAYS, editDays: set.EDIT_HISTORY_DAYS },
    media: readMedia(set, refuse),
    metricsToken: set.METRICS_TOKEN,
    tracesTo: set.OTEL_EXPORTER_OTLP_ENDPOINT,
    blogUrl: set.BLOG_URL,
    supportEmail: set.SUPPORT_EMAIL,
    ffmpegPath: set.FFMPEG_PATH,
    speech,
    speakers: readSpeakers(set, speech, refuse),
    outboundAllowed: set.OUTBOUND_ALLOW,
    seats: { professional: set.PROFESSIONAL_PEOPLE, viewersPerSeat: set.VIEWERS_PER_SEAT },
    readsSlides: set.SLIDES === 'read',
    nameServers: set.DNS_SERVERS ?? [],
    areSignUpsOpen: set.SIGN_UPS === 'open',
    embeddings: readEmbeddings(set, refuse),
    language: readLanguage(set, resolve(set.DATA_DIR), refuse),
    maxFileSize: set.MAX_UPLOAD_BYTES,
    cacheSize: set.CACHE_MAX_BYTES,
    logLevel: set.LOG_LEVEL,
  };
}
