import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { sign, isSignatureValid } from './signing.ts';

const key = { signingKey: Buffer.alloc(32, 1) };
const now = new Date('2025-11-20T12:00:00.500Z');
const inOneHour = new Date(now.getTime() + hour);

const parts = (address: string): { expires: number; signature: string } => {
  const query = new URL(address, 'http://localhost').searchParams;
  return { expires: Number(query.get('expires')), signature: query.get('signature') ?? '' };
};

test('a signed address opens until it expires', () => {
  const given = parts(sign(key, '/download/talk.mp4', inOneHour));
  assert.ok(isSignatureValid(key, '/download/talk.mp4', given, now));
  assert.ok(isSignatureValid(key, '/download/talk.mp4', given, inOneHour));
  assert.ok(!isSignatureValid(key, '/download/talk.mp4', given, new Date(inOneHour.getTime() + 1000)));
});

test('rejects a signed URL, when its path, query, expiry or key differs', () => {
  const given = parts(sign(key, '/download/talk.mp4?name=a.mp4', inOneHour));
  assert.ok(isSignatureValid(key, '/download/talk.mp4?name=a.mp4', given, now));
  assert.ok(!isSignatureValid(key, '/download/talk.mp4?name=b.mp4', given, now));
  assert.ok(!isSignatureValid(key, '/download/other.mp4?name=a.mp4', given, now));
  assert.ok(!isSignatureValid(key, '/download/talk.mp4?name=a.mp4', { ...given, expires: given.expires + 1 }, now));
  assert.ok(!isSignatureValid({ signingKey: Buffer.alloc(32, 2) }, '/download/talk.mp4?name=a.mp4', given, now));
});

test('a signature that is none opens nothing', () => {
  for (const signature of ['', 'x', '\u0000', 'A'.repeat(43), 'A'.repeat(500)])
    assert.ok(!isSignatureValid(key, '/download/talk.mp4', { expires: 4_000_000_000, signature }, now));
  assert.ok(
    !isSignatureValid(
      key,
      '/download/talk.mp4',
      { expires: Number.NaN, signature: parts(sign(key, '/download/talk.mp4', inOneHour)).signature },
      now,
    ),
  );
});
