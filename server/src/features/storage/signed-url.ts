import type { World } from '../../platform/http/context.ts';
import { sign, isSignatureValid } from '../../platform/http/signing.ts';

/** Seconds a download address opens: long enough for a person, and for a browser that asks again. */
const lifetime = 3600;

const path = (filename: string, name: string | undefined): string =>
  `/download/${encodeURIComponent(filename)}${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`;

/** Bytes of a file's name: file systems hold 255, some of them encrypted fewer. */
const longestName = 140;

/** Names that Windows takes for a device, whatever ending stands behind the first dot; and none at all. */
const windowsDevice = /^(?:(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:\.|$)|$)/i;

/**
 * Makes a file name that is valid on any system: no separators, wildcards or direction marks (they disguise an
 * extension), no outer dots, limited length.
 */
export function fileNameFrom(title: string, suffix: string): string {
  const letters = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  let kept = '';
  for (const letter of letters) {
    if (Buffer.byteLength(kept + letter) > longestName) break;
    kept += letter;
  }
  kept = kept.replace(/[. ]+$/, '');
  return `${windowsDevice.test(kept) ? `recording ${kept}`.trim() : kept}${suffix}`;
}

type Signing = Pick<World, 'signingKey' | 'now'>;

/** An address on this origin that downloads `filename` under `name` for an hour, without a session. */
export function signDownloadUrl(world: Signing & { origin: string }, filename: string, name: string): string {
  const expires = new Date(world.now().getTime() + lifetime * 1000);
  return `${world.origin}${sign(world, path(filename, name), expires)}`;
}

export type SignedDownload = { filename: string; expires: number; signature: string; name?: string | undefined };

export const isSigned = (world: Signing, { filename, name, ...signature }: SignedDownload): boolean =>
  isSignatureValid(world, path(filename, name), signature, world.now());
