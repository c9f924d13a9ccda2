import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, it } from 'node:test';
import { describeServer } from './describe-server.ts';
import { eventually, signUp } from './member.ts';
import { openTestWorld, type TestWorld } from './world.ts';

/** A page, a call, a file and a refusal: what stands on all of them. */
const addresses = ['/', '/login', '/healthz', '/api/auth/check', '/api/no/such/call', '/.git/config', '/no-such-page'];

/** Hosts nobody has: with directives, markup, a login, a path, another site’s name, and far too long ones. */
const hosts = [
  'evil.example;script-src *',
  'evil.example"><script>alert(1)</script>',
  "evil.example'-alert(1)-'",
  'evil.example/path',
  'user@evil.example',
  'evil.example:80:90',
  'evil.example:99999',
  '[evil::1::2]',
  'evil.256.256.256.256',
  'evil.example, other.example',
  '*.evil.example',
  `${'evil.'.repeat(100)}example`,
];

type Answer = { status: number; headers: string; body: string };

function send(origin: string, host: string, method: string, path: string, body?: object): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const headers = { host, ...(text ? { 'content-type': 'application/json', 'content-length': text.length } : {}) };
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, { method, headers }, (reply) => {
      let whole = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (whole += part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: JSON.stringify(reply.rawHeaders), body: whole }),
      );
    })
      .on('error', reject)
      .end(text);
  });
}

const kilobyte = 1024;
const openToAnyone = ['/auth/register', '/auth/login', '/auth/reset-password', '/admin/login', '/basic/contact'];

describeServer('what the server answers to any request', {}, (suite) => {
  /** It knows under which address people reach it. */
  let named: TestWorld;
  before(async () => void (named = await openTestWorld({ env: { PUBLIC_URL: 'https://lectern.example' } })));
  after(() => named?.close());

  it('response headers forbid type sniffing, foreign scripts and frames, referrers and cookies', async () => {
    for (const path of addresses) {
      const { headers, body } = await fetch(`${suite.server.origin}${path}`);
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
      [suite.server, null],
      [named, 'max-age=31536000'],
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
      const reply = await fetch(`${suite.server.origin}${path}`, { method, headers });
      await reply.body?.cancel();
      return ['origin', 'credentials'].map((name) => reply.headers.get(`access-control-allow-${name}`));
    };
    const media = ['nobody', 'm.b.c.1.d', '%6d.b.c.1.d', '%6D%2Eb.c.1.d', 'a.b.c.1.d', 'p.b.1.d'].map(
      (id) => `/media/${id}/master.m3u8`,
    );
    const closed = ['/api/muxupload', '/api/portals', ...media, '/uploads', '/metrics'];
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const path of [...addresses, ...closed])
        assert.deepEqual(await allowed(path, method), [null, null], `${method} ${path}`);
      for (const path of [
        '/upload/nothing',
        '/portal/nobody',
        '/api/portal/nobody/search',
        '/media/key.b.1.d/master.m3u8',
        '/media/s.b.1.d/master.m3u8',
        '/portal.js',
      ])
        assert.deepEqual(await allowed(path, method), ['*', null], `${method} ${path}`);
    }
  });

  it('come without listings, files of version control, or an answer to TRACE', async () => {
    for (const path of ['/assets/', '/.git/config', '/.env', '/%2e%2e/package.json']) {
      const text = await (await fetch(`${suite.server.origin}${path}`)).text();
      assert.doesNotMatch(text, /Index of|\[core\]|"private"/, path);
    }
    const status = await new Promise((resolve, reject) => {
      request(`${suite.server.origin}/`, { method: 'TRACE', headers: { 'x-secret': 'told' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end();
    });
    assert.ok(status === 404 || status === 405, String(status));
  });

  it('forged Host headers come back in no answer, and make nothing fail', async () => {
    for (const { origin } of [suite.server, named])
      for (const host of hosts)
        for (const path of ['/', '/login', '/healthz', '/api/auth/check', '/portal/none', '/no-such-page']) {
          const { status, headers, body } = await send(origin, host, 'GET', path);
          assert.ok(status < 500, `${path} with ${host}: ${status}`);
          assert.ok(!`${headers}${body}`.includes('evil'), `${path} with ${host}`);
        }
  });

  it('answers 400 with an explanation, when a forged Host header names no host', async () => {
    for (const host of hosts) {
      const { status, body } = await send(suite.server.origin, host, 'POST', '/api/auth/request-reset', {
        email: 'a@b.c',
      });
      assert.equal(status, 400, host);
      assert.match(body, /Host header of this request names no host/, host);
    }
  });

  it('emails never contain a forged host, when the Host header names another site', async () => {
    for (const { origin, letters } of [suite.server, named]) {
      const { email } = await signUp(origin, letters);
      const { status } = await send(origin, 'evil.example', 'POST', '/api/auth/request-reset', { email });
      assert.equal(status, 200);
      const letter = await eventually(
        async () => (await letters()).find(({ to, subject }) => to === email && /password/i.test(subject)),
        'the mail for a new password',
      );
      assert.ok(letter.link);
      assert.ok(!JSON.stringify(letter).includes('evil'), letter.text);
    }
  });

  /** The status of what announces so many bytes of JSON, of which all or only the first is sent. */
  const post = (path: string, bytes: number, { token, whole = false }: { token?: string; whole?: boolean } = {}) =>
    new Promise<number>((resolve, reject) => {
      const sending = request(
        `${suite.server.origin}/api${path}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': bytes,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        },
        (answer) => {
          resolve(answer.statusCode!);
          answer.resume();
          sending.destroy();
        },
      );
      sending.on('error', reject);
      const body = `{"email":"${'a'.repeat(bytes - 12)}"}`;
      sending.write(whole ? body : body.slice(0, 1));
    });

  it('answers 413 before reading long JSON, when the route is open to anyone', async () => {
    for (const path of openToAnyone) assert.equal(await post(path, 65 * kilobyte), 413, path);
  });

  it('answers 401 before reading long JSON, when the session is missing or invalid', async () => {
    const { token } = (await suite.signUp()).session;
    assert.equal(await post('/auth/', 300 * kilobyte), 401);
    assert.equal(await post('/auth/', 300 * kilobyte, { token: 'x'.repeat(43) }), 401);
    assert.equal(await post('/auth/', 300 * kilobyte, { token, whole: true }), 400, 'a member’s is read');
    assert.equal(await post('/auth/', 5000 * kilobyte, { token }), 413);
  });

  it('reads long JSON, when the sender signs the request', async () => {
    assert.equal(await post('/stripe/webhook', 300 * kilobyte, { whole: true }), 400);
  });

  it('rejects JSON with texts longer than a person would type, when the route is open to anyone', async () => {
    for (const path of openToAnyone) assert.equal(await post(path, 2 * kilobyte, { whole: true }), 400, path);
  });
});
