import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, World } from './context.ts';
import type { Database } from '../database/database.ts';
import { ensureSetting } from '../database/settings.ts';
import { minute } from '@lectern/contract/rules/durations';

/** Milliseconds by which clocks differ at most. */
const skew = 5 * minute;

/**
 * Whether a `t=…,v1=…` header was signed for a future time, which would allow replays. Libraries only reject old
 * times; like them, this reads the last `t`.
 */
export function isSignedAhead(header: string, now: number): boolean {
  const times = header.split(',').flatMap((item) => {
    const [key, value = ''] = item.split('=');
    return key === 't' ? [Number.parseInt(value, 10)] : [];
  });
  return (times.at(-1) ?? 0) * 1000 > now + skew;
}

type Key = Pick<World, 'signingKey'>;

/** A member's call, in whose answer addresses are signed for them. */
export type MemberCall = Pick<Context<'member'>, 'signingKey' | 'now' | 'member'>;

const signatureOf = ({ signingKey }: Key, address: string, expires: number): Buffer =>
  createHmac('sha256', signingKey).update(`${expires}\n${address}`).digest();

/**
 * An address that opens without a session until it expires: `expires` (Unix seconds) and `signature` are added.
 * A query the address has already is signed with it.
 */
export function sign(key: Key, address: string, expires: Date): string {
  const seconds = Math.ceil(expires.getTime() / 1000);
  const signature = signatureOf(key, address, seconds).toString('base64url');
  return `${address}${address.includes('?') ? '&' : '?'}expires=${seconds}&signature=${signature}`;
}

/** Whether `sign` made this signature for this address (without the two parameters it added) and it has not expired. */
export function isSignatureValid(
  key: Key,
  address: string,
  { expires, signature }: { expires: number; signature: string },
  now: Date,
): boolean {
  const right = signatureOf(key, address, expires);
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right) && now.getTime() < expires * 1000;
}

/** A value that proves itself until it expires, as one part of a path: `value.expires.signature`. */
export function sealValue(key: Key, value: string, expires: Date): string {
  const seconds = Math.ceil(expires.getTime() / 1000);
  return `${value}.${seconds}.${signatureOf(key, `sealed ${value}`, seconds).toString('base64url')}`;
}

/** The value that `sealed` made this of; undefined when it was forged or has expired. */
export function unsealValue(key: Key, text: string, now: Date): string | undefined {
  const [, value, expires, signature] = /^(.+)\.(\d{1,12})\.([\w-]+)$/.exec(text) ?? [];
  if (value === undefined || expires === undefined || signature === undefined) return undefined;
  return isSignatureValid(key, `sealed ${value}`, { expires: Number(expires), signature }, now) ? value : undefined;
}

/** When what `sealed` made ends. */
export const endOfSealed = (text: string): Date => new Date(Number(text.split('.').at(-2)) * 1000);

/** The key of this installation, made at its first start. Several processes starting at once agree on one. */
export async function ensureSigningKey({ kysely }: Database): Promise<Buffer> {
  return Buffer.from(await ensureSetting(kysely, 'signing_key', randomBytes(32).toString('base64')), 'base64');
}
