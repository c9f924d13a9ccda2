import type { S3Options } from '../ports/storage/s3/client.ts';
import { z } from 'zod';
import { httpUrl, optional, secret } from './setting-kinds.ts';

export const storageSettings = {
  STORAGE: z
    .enum(['disk', 's3'])
    .optional()
    .describe(
      'Where recordings and what is made of them lie: disk (default; in DATA_DIR) or s3, a bucket, which needs the settings below. Nothing moves by changing it: backup and restore do that.',
    ),
  S3_BUCKET: optional.describe('Bucket, which must be there; needed with STORAGE=s3.'),
  S3_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Address of the service, such as https://s3.example.org; needed with STORAGE=s3. Browsers must reach it.',
    ),
  S3_REGION: optional.describe('Region of the bucket, as the service calls it; needed with STORAGE=s3.'),
  S3_ACCESS_KEY_ID: optional.describe('Key to the bucket; needed with STORAGE=s3.'),
  S3_SECRET_ACCESS_KEY: secret(optional.describe('Its secret; needed with STORAGE=s3.')),
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

const Settings = z.object(storageSettings);
type Set = z.output<typeof Settings>;

/** A bucket with all of its settings or none of them: half of them is a mistake, and never means the disk. */
export function readStorage(set: Set, refuse: (line: string) => never): StorageConfig {
  if (set.STORAGE !== 's3') {
    const stray = Object.keys(set).find((name) => name.startsWith('S3_') && set[name as keyof Set] !== undefined);
    if (stray && set.STORAGE === undefined) refuse(`STORAGE: is missing although ${stray} is set; say s3 or disk.`);
    return { kind: 'disk' };
  }
  const needed = <K extends keyof Set>(name: K): NonNullable<Set[K]> =>
    set[name] ?? refuse(`${name}: is missing; STORAGE=s3 needs it.`);
  return {
    kind: 's3',
    bucket: needed('S3_BUCKET'),
    endpoint: needed('S3_ENDPOINT'),
    region: needed('S3_REGION'),
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: set.S3_FORCE_PATH_STYLE === 'true',
    prefix: set.S3_PREFIX ?? '',
  };
}
