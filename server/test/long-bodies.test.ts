import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { signUp, type TestMember } from './member.ts';
import { openTestWorld, type TestWorld } from './world.ts';

const kilobyte = 1024;

describe('JSON that is long', () => {
  let server: TestWorld;
  let member: TestMember;
  before(async () => {
    server = await openTestWorld();
    member = await signUp(server.origin, server.letters);
  });
  after(() => server?.close());

  /** The status of what announces so many bytes of JSON, of which all or only the first is sent. */
  const post = (path: string, bytes: number, { token, whole = false }: { token?: string; whole?: boolean } = {}) =>
    new Promise<number>((resolve, reject) => {
      const sending = request(
        `${server.origin}/api${path}`,
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
    for (const path of ['/auth/register', '/auth/login', '/auth/reset-password', '/admin/login', '/basic/contact'])
      assert.equal(await post(path, 65 * kilobyte), 413, path);
  });

  it('answers 401 before reading long JSON, when the session is missing or invalid', async () => {
    const { token } = member.session;
    assert.equal(await post('/auth/', 300 * kilobyte), 401);
    assert.equal(await post('/auth/', 300 * kilobyte, { token: 'x'.repeat(43) }), 401);
    assert.equal(await post('/auth/', 300 * kilobyte, { token, whole: true }), 400, 'a member’s is read');
    assert.equal(await post('/auth/', 5000 * kilobyte, { token }), 413);
  });

  it('reads long JSON, when the sender signs the request', async () => {
    assert.equal(await post('/stripe/webhook', 300 * kilobyte, { whole: true }), 400);
  });

  it('rejects JSON with texts longer than a person would type, when the route is open to anyone', async () => {
    for (const path of ['/auth/register', '/auth/login', '/auth/reset-password', '/admin/login', '/basic/contact'])
      assert.equal(await post(path, 2 * kilobyte, { whole: true }), 400, path);
  });
});
