import type { S3Options } from '../ports/storage/s3/client.ts';
import { z } from 'zod';
import { httpUrl, optional, secret } from './setting-kinds.ts';
import type { MuxSettings } from '../ports/media/mux/settings.ts';
import type { StripeSettings } from '../ports/payments/stripe/stripe.ts';

type Given<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Refuse = (line: string) => never;

/** Whether a provider is chosen, the first of `kinds`. Refuses its settings without the choice of one of them. */
function isChosen(
  set: Readonly<Record<string, unknown>>,
  { setting, kinds, prefix }: { setting: string; kinds: readonly [string, string]; prefix: string },
  refuse: Refuse,
): boolean {
  const stray = Object.keys(set).find((name) => name.startsWith(prefix) && set[name] !== undefined);
  if (stray && set[setting] === undefined)
    refuse(`${setting}: is missing although ${stray} is set; say ${kinds.join(' or ')}.`);
  return set[setting] === kinds[0];
}

/** Reads settings of a provider that needs all of them: half of them is a mistake. */
export const requireFrom =
  <Set extends object>(set: Set, choice: string, refuse: Refuse) =>
  <Name extends keyof Set & string>(name: Name): NonNullable<Set[Name]> =>
    set[name] ?? refuse(`${name}: is missing; ${choice} needs it.`);

/** The settings of payments, part of the settings of the product. */
export const paymentSettings = {
  PAYMENTS: z
    .enum(['sandbox', 'stripe'])
    .optional()
    .describe('Who takes payments: sandbox (default; no money moves) or stripe, which needs the seven settings below.'),
  STRIPE_SECRET_KEY: secret(optional.describe('Secret key of Stripe.')),
  STRIPE_WEBHOOK_SECRET: secret(optional.describe('Signing secret of the webhook PUBLIC_URL/api/stripe/webhook.')),
  STRIPE_PUBLISHABLE_KEY: optional.describe('Publishable key of Stripe, for the card form.'),
  STRIPE_PRICE_EXECUTIVE: optional.describe('Price id of the Executive plan.'),
  STRIPE_PRODUCT_EXECUTIVE: optional.describe('Product id of the Executive plan.'),
  STRIPE_PRICE_PROFESSIONAL: optional.describe('Price id of the Professional plan.'),
  STRIPE_PRODUCT_PROFESSIONAL: optional.describe('Product id of the Professional plan.'),
  PAYMENT_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(7)
    .describe('Days for which a plan goes on whose renewal was not paid, while the card is tried again.'),
} as const;

export type PaymentConfig = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings);

export function readPayments(set: Given<typeof paymentSettings>, refuse: Refuse): PaymentConfig {
  if (!isChosen(set, { setting: 'PAYMENTS', kinds: ['stripe', 'sandbox'], prefix: 'STRIPE_' }, refuse))
    return { kind: 'sandbox' };
  const wanted = requireFrom(set, 'PAYMENTS=stripe', refuse);
  return {
    kind: 'stripe',
    secretKey: wanted('STRIPE_SECRET_KEY'),
    webhookSecret: wanted('STRIPE_WEBHOOK_SECRET'),
    publishableKey: wanted('STRIPE_PUBLISHABLE_KEY'),
    plans: {
      executive: { priceId: wanted('STRIPE_PRICE_EXECUTIVE'), productId: wanted('STRIPE_PRODUCT_EXECUTIVE') },
      professional: { priceId: wanted('STRIPE_PRICE_PROFESSIONAL'), productId: wanted('STRIPE_PRODUCT_PROFESSIONAL') },
    },
  };
}

/** The settings of the media engine, part of the settings of the product. */
export const mediaSettings = {
  MEDIA_BACKEND: z
    .enum(['local', 'mux'])
    .optional()
    .describe(
      'Who receives, keeps and plays recordings: local (default; this server) or mux, which needs the five settings below.',
    ),
  MUX_TOKEN_ID: optional.describe('Id of an access token of Mux, with the right to read and write Mux Video.'),
  MUX_TOKEN_SECRET: secret(optional.describe('Secret of that token.')),
  MUX_SIGNING_KEY_ID: optional.describe('Id of a signing key of Mux, with which addresses are signed.'),
  MUX_SIGNING_PRIVATE_KEY: secret(optional.describe('Private key of it, in base64 as Mux hands it out.')),
  MUX_WEBHOOK_SECRET: secret(optional.describe('Signing secret of the webhook PUBLIC_URL/api/mux/webhook.')),
  MUX_DATA_ENV_KEY: z
    .string()
    .trim()
    .regex(/^[a-z0-9]{1,63}$/, 'is the environment key of Mux Data: small letters and digits.')
    .optional()
    .describe('Environment key of Mux Data: how recordings play is then measured by Mux. Off without it.'),
  MUX_BASE_URL: httpUrl.optional().describe('Another server in the place of all of Mux: for tests.'),
} as const;

export type MediaConfig = { kind: 'local' } | ({ kind: 'mux' } & MuxSettings);

export function readMedia(set: Given<typeof mediaSettings>, refuse: Refuse): MediaConfig {
  if (!isChosen(set, { setting: 'MEDIA_BACKEND', kinds: ['mux', 'local'], prefix: 'MUX_' }, refuse))
    return { kind: 'local' };
  const wanted = requireFrom(set, 'MEDIA_BACKEND=mux', refuse);
  return {
    kind: 'mux',
    tokenId: wanted('MUX_TOKEN_ID'),
    tokenSecret: wanted('MUX_TOKEN_SECRET'),
    signingKeyId: wanted('MUX_SIGNING_KEY_ID'),
    signingPrivateKey: wanted('MUX_SIGNING_PRIVATE_KEY'),
    webhookSecret: wanted('MUX_WEBHOOK_SECRET'),
    dataKey: set.MUX_DATA_ENV_KEY,
    server: set.MUX_BASE_URL,
  };
}

export const storageSettings = {
  STORAGE_BACKEND: z
    .enum(['disk', 's3'])
    .optional()
    .describe(
      'Where recordings and what is made of them lie: disk (default; in DATA_DIR) or s3, a bucket, which needs the settings below. Nothing moves by changing it: backup and restore do that.',
    ),
  S3_BUCKET: optional.describe('Bucket, which must be there; needed with STORAGE_BACKEND=s3.'),
  S3_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Address of the service, such as https://s3.example.org; needed with STORAGE_BACKEND=s3. Browsers must reach it.',
    ),
  S3_REGION: optional.describe('Region of the bucket, as the service calls it; needed with STORAGE_BACKEND=s3.'),
  S3_ACCESS_KEY_ID: optional.describe('Key to the bucket; needed with STORAGE_BACKEND=s3.'),
  S3_SECRET_ACCESS_KEY: secret(optional.describe('Its secret; needed with STORAGE_BACKEND=s3.')),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      "true where the bucket stands in the path of the address and not in the name of the host, as with Ceph and most services of one's own. Default: false.",
    ),
  S3_PREFIX: z
    .string()
    .trim()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/, 'must be letters, digits, dots, dashes and _, with / between parts')
    .optional()
    .describe('What all keys in the bucket begin with, such as lectern. Absent: nothing.'),
} as const;

export type StorageConfig = { kind: 'disk' } | ({ kind: 's3' } & Omit<S3Options, 'copies'>);

export function readStorage(set: Given<typeof storageSettings>, refuse: Refuse): StorageConfig {
  if (!isChosen(set, { setting: 'STORAGE_BACKEND', kinds: ['s3', 'disk'], prefix: 'S3_' }, refuse))
    return { kind: 'disk' };
  const wanted = requireFrom(set, 'STORAGE_BACKEND=s3', refuse);
  return {
    kind: 's3',
    bucket: wanted('S3_BUCKET'),
    endpoint: wanted('S3_ENDPOINT'),
    region: wanted('S3_REGION'),
    accessKeyId: wanted('S3_ACCESS_KEY_ID'),
    secretAccessKey: wanted('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: set.S3_FORCE_PATH_STYLE === 'true',
    prefix: set.S3_PREFIX ?? '',
  };
}
