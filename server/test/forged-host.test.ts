import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { eventually, signUp } from './member.ts';
import { openTestWorld, type TestWorld } from './world.ts';

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

describe('a Host header that was made up', () => {
  let server: TestWorld;
  let named: TestWorld;
  before(async () => {
    [server, named] = [await openTestWorld(), await openTestWorld({ env: { PUBLIC_URL: 'https://lectern.example' } })];
  });
  after(async () => {
    await server?.close();
    await named?.close();
  });

  it('comes back in no answer, and makes nothing fail', async () => {
    for (const { origin } of [server, named])
      for (const host of hosts)
        for (const path of ['/', '/login', '/healthz', '/api/auth/check', '/portal/none', '/no-such-page']) {
          const { status, headers, body } = await send(origin, host, 'GET', path);
          assert.ok(status < 500, `${path} with ${host}: ${status}`);
          assert.ok(!`${headers}${body}`.includes('evil'), `${path} with ${host}`);
        }
  });

  it('answers 400 with an explanation, when a forged Host header names no host', async () => {
    for (const host of hosts) {
      const { status, body } = await send(server.origin, host, 'POST', '/api/auth/request-reset', { email: 'a@b.c' });
      assert.equal(status, 400, host);
      assert.match(body, /Host header of this request names no host/, host);
    }
  });

  it('emails never contain a forged host, when the Host header names another site', async () => {
    for (const { origin, letters } of [server, named]) {
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
});
