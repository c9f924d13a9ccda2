import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { isSignatureValid, isSignedAhead, sign } from './signing.ts';

const key = { signingKey: Buffer.alloc(32, 1) };
const now = new Date('2025-11-20T12:00:00.500Z');
const inOneHour = new Date(now.getTime() + hour);

it('accepts a signed address until it expires, and none that differs in any part', () => {
  const path = '/download/talk.mp4?name=a.mp4';
  const query = new URL(sign(key, path, inOneHour), 'http://localhost').searchParams;
  const given = { expires: Number(query.get('expires')), signature: query.get('signature')! };
  const isValid = (
    { at = path, expires = given.expires, signature = given.signature, by = key },
    when = now,
  ): boolean => isSignatureValid(by, at, { expires, signature }, when);
  assert.deepEqual([isValid({}), isValid({}, inOneHour)], [true, true]);
  assert.ok(!isValid({}, new Date(inOneHour.getTime() + 1000)));
  for (const change of [
    { at: '/download/talk.mp4?name=b.mp4' },
    { at: '/download/other.mp4?name=a.mp4' },
    { expires: given.expires + 1 },
    { expires: Number.NaN },
    { by: { signingKey: Buffer.alloc(32, 2) } },
    ...['', 'x', '\u0000', 'A'.repeat(43), 'A'.repeat(500)].map((signature) => ({ signature })),
  ])
    assert.ok(!isValid(change), JSON.stringify(change));
});

it('reports a signature as ahead, when its signed time is, regardless of items before it', () => {
  const ms = 1_000_000_000;
  const [present, near, future] = [ms / 1000, ms / 1000 + 299, ms / 1000 + 400];
  for (const header of [`t=${present},v1=a`, `t=${near},v1=a`, `v1=a`, `t=${future},t=${present},v1=a`])
    assert.ok(!isSignedAhead(header, ms), header);
  for (const header of [`t=${future},v1=a`, `t=0,t=${future},v1=a`, `v1=a,t=${future}`, `t=${future}=x,v1=a`])
    assert.ok(isSignedAhead(header, ms), header);
});
