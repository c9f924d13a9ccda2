import type { MemberSignature } from '@lectern/contract/member-signature';
import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import { isSignatureValid, type MemberCall, sign } from '../../platform/http/signing.ts';

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

const withMember = (address: string, id: string): string => `${address}${address.includes('?') ? '&' : '?'}by=${id}`;

/**
 * Signs an address for the calling member; it needs no session. Its hour is long enough for a person, and for a browser
 * that asks again.
 */
export function signUrl(call: MemberCall & { origin: string }, address: string, lifetimeMs = hour): string {
  const expires = new Date(call.now().getTime() + lifetimeMs);
  return `${call.origin}${sign(call, withMember(address, call.member.id), expires)}`;
}

/** Whether `signUrl` signed this address for this member; whether they may still see it is another question. */
export const isSignedUrl = (
  world: Pick<World, 'signingKey' | 'now'>,
  address: string,
  { by, ...signature }: MemberSignature,
): boolean => isSignatureValid(world, withMember(address, by), signature, world.now());

/** An address that downloads `filename` under `name`. */
export const signDownloadUrl = (call: MemberCall & { origin: string }, filename: string, name: string): string =>
  signUrl(call, path(filename, name));

export type SignedDownload = MemberSignature & { filename: string; name?: string | undefined };

export const isSignedDownload = (
  world: Pick<World, 'signingKey' | 'now'>,
  { filename, name, ...signature }: SignedDownload,
): boolean => isSignedUrl(world, path(filename, name), signature);
