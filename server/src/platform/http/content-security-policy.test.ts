import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contentSecurityPolicy } from './content-security-policy.ts';

it('writes a policy of origins and keywords, and refuses everything else', () => {
  assert.equal(
    contentSecurityPolicy({ 'default-src': ["'none'"], 'img-src': ["'self'", 'https://a.example:8443', 'data:'] }),
    "default-src 'none'; img-src 'self' https://a.example:8443 data:",
  );
  for (const source of ['https://a;script-src *', 'https://a,b', 'https://a b', "'unsafe-eval'", '*', '', 'https:'])
    assert.throws(() => contentSecurityPolicy({ 'frame-ancestors': [source] }), /is no source/, source);
});
