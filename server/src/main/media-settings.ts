import { z } from 'zod';
import type { MuxSettings } from '../ports/media/mux/settings.ts';
import { httpUrl, optional, secret } from './setting-kinds.ts';

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

const Settings = z.object(mediaSettings);
type Set = z.output<typeof Settings>;
type MuxName = Extract<keyof Set, `MUX_${string}`>;

export type MediaConfig = { kind: 'local' } | ({ kind: 'mux' } & MuxSettings);

/** Mux with all of its settings or none of them: half of them is a mistake, and never means this server. */
export function readMedia(set: Set, refuse: (line: string) => never): MediaConfig {
  const wanted = (name: MuxName): string => set[name] ?? refuse(`${name}: is missing; MEDIA_BACKEND=mux needs it.`);
  if (set.MEDIA_BACKEND === 'mux')
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
  const stray = Object.keys(set).find((name) => name.startsWith('MUX_') && set[name as MuxName] !== undefined);
  if (stray && set.MEDIA_BACKEND === undefined)
    refuse(`MEDIA_BACKEND: is missing although ${stray} is set; say mux or local.`);
  return { kind: 'local' };
}
