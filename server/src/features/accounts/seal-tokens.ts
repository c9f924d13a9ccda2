import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { boundedText } from '@lectern/contract/text';
import type { ProviderTokens } from '../../ports/identity/port.ts';

const algorithm = 'aes-256-gcm';
/** Bytes, as NIST SP 800-38D has them. */
const nonceLength = 12;
const tagLength = 16;

/** Bytes of one token; a longer one is left out, and the person signs in again instead. */
const longest = 64_000;

/** From the client's secret, which no backup of the database holds; without it the tokens are of no use either. */
export const makeSealingKey = (clientSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', clientSecret, '', 'lectern provider tokens', 32));

const kept = (token: string | undefined): string | undefined =>
  token !== undefined && token.length <= longest ? token : undefined;

export function sealTokens(key: Buffer, { refresh, id }: ProviderTokens): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const text = JSON.stringify({ refresh: kept(refresh), id: kept(id) });
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

const Tokens = z.object({ refresh: boundedText(longest).optional(), id: boundedText(longest).optional() });

/** No tokens where they were sealed with another client's secret. */
export function unsealTokens(key: Buffer, sealed: Buffer | null): ProviderTokens {
  if (sealed === null) return {};
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength));
    decipher.setAuthTag(sealed.subarray(-tagLength));
    const text = [decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()];
    return Tokens.parse(JSON.parse(Buffer.concat(text).toString()));
  } catch {
    return {};
  }
}
