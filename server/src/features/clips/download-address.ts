import type { World } from '../../platform/context.ts';
import { sign, verify } from '../../platform/signing.ts';

/** Seconds a download address opens: long enough for a person, and for a browser that asks again. */
const lifetime = 3600;

const path = (filename: string, name: string | undefined): string =>
  `/download/${encodeURIComponent(filename)}${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`;

/** What a title leaves for the name of a file on any system. */
export function fileNameFrom(title: string, suffix: string): string {
  const kept = title
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${kept || 'recording'}${suffix}`;
}

type Signing = Pick<World, 'signingKey' | 'now'>;

/** An address on this origin that downloads `filename` under `name` for an hour, without a session. */
export function downloadAddress(world: Signing & { origin: string }, filename: string, name: string): string {
  const expires = new Date(world.now().getTime() + lifetime * 1000);
  return `${world.origin}${sign(world, path(filename, name), expires)}`;
}

export type SignedDownload = { filename: string; expires: number; signature: string; name?: string | undefined };

export const isSigned = (world: Signing, { filename, name, ...signature }: SignedDownload): boolean =>
  verify(world, path(filename, name), signature, world.now());
