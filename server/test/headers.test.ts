import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { openTestWorld, type TestWorld } from './world.ts';

/** A page, a call, a file and a refusal: what stands on all of them. */
const addresses = ['/', '/login', '/healthz', '/api/auth/check', '/api/no/such/call', '/.git/config', '/no-such-page'];

describe('the headers of answers', () => {
  let plain: TestWorld;
  let behindTls: TestWorld;
  before(async () => {
    [plain, behindTls] = [
      await openTestWorld(),
      await openTestWorld({ env: { PUBLIC_URL: 'https://lectern.example' } }),
    ];
  });
  after(async () => {
    await plain?.close();
    await behindTls?.close();
  });

  it('response headers forbid type sniffing, foreign scripts and frames, referrers and cookies', async () => {
    for (const path of addresses) {
      const { headers, body } = await fetch(`${plain.origin}${path}`);
      await body?.cancel();
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(directive), `${path}: ${policy}`);
      assert.match(policy, /script-src 'self'(;|$)/, path);
      assert.equal(headers.get('set-cookie'), null, path);
      const type = headers.get('content-type');
      if (type?.startsWith('text/') || type?.includes('json')) assert.match(type, /charset=utf-8/i, path);
    }
  });

  it('keep browsers to https for a year where the product is reached by it, and only there', async () => {
    for (const [{ origin }, expected] of [
      [plain, null],
      [behindTls, 'max-age=31536000'],
    ] as const) {
      const { headers, body } = await fetch(`${origin}/api/auth/check`);
      await body?.cancel();
      assert.equal(headers.get('strict-transport-security'), expected);
    }
  });

  it('let pages of other sites read upload addresses and portals alone, and never with credentials', async () => {
    const allowed = async (path: string, method: string): Promise<(string | null)[]> => {
      const headers = new Headers({ origin: 'https://evil.example' });
      if (method === 'OPTIONS') headers.set('access-control-request-method', 'PUT');
      const reply = await fetch(`${plain.origin}${path}`, { method, headers });
      await reply.body?.cancel();
      return ['origin', 'credentials'].map((name) => reply.headers.get(`access-control-allow-${name}`));
    };
    const closed = ['/api/muxupload', '/api/portals', '/media/nobody/master.m3u8', '/uploads', '/metrics'];
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const path of [...addresses, ...closed])
        assert.deepEqual(await allowed(path, method), [null, null], `${method} ${path}`);
      for (const path of [
        '/upload/nothing',
        '/portal/nobody',
        '/api/portal/nobody/search',
        '/media/a.b.c/master.m3u8',
        '/portal.js',
      ])
        assert.deepEqual(await allowed(path, method), ['*', null], `${method} ${path}`);
    }
  });

  it('come without listings, files of version control, or an answer to TRACE', async () => {
    for (const path of ['/assets/', '/.git/config', '/.env', '/%2e%2e/package.json']) {
      const text = await (await fetch(`${plain.origin}${path}`)).text();
      assert.doesNotMatch(text, /Index of|\[core\]|"private"/, path);
    }
    const status = await new Promise((resolve, reject) => {
      request(`${plain.origin}/`, { method: 'TRACE', headers: { 'x-secret': 'told' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end();
    });
    assert.ok(status === 404 || status === 405, String(status));
  });
});
