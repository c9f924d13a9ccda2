import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { createApp } from '../http/app.ts';
import type { AccountPrincipal, HttpExchange, World } from '../http/context.ts';
import { feature, serveFeatures } from '../http/serve.ts';
import { usualMemberWork, usualPublicWork, type WorkLimits } from './admission.ts';

/** Exceeds what any system buffers for a client that does not read; shared by all requests. */
const long = 48 * 1024 * 1024;
const bytes = Buffer.alloc(long);
const text = 'x'.repeat(long);

const stream = { method: 'GET', access: 'anyone', reply: 'stream' } as const;
const ofText = { method: 'GET', reply: z.object({ text: z.string() }) } as const;
const table = routes({
  page: { ...stream, path: '/page', work: 'page' },
  picture: { ...stream, path: '/picture', work: 'picture' },
  media: { ...stream, path: '/media', work: 'media' },
  long: { ...ofText, path: '/long', access: 'person' },
  administered: { ...ofText, path: '/administered', access: 'admin' },
  short: { method: 'GET', path: '/short', access: 'session', reply: z.object({}) },
});
const send = (_ctx: unknown, _input: unknown, { reply }: HttpExchange) =>
  reply.type('application/octet-stream').send(bytes);
const handlers = feature(table, {
  page: send,
  picture: send,
  media: send,
  long: () => ({ text }),
  administered: () => ({ text }),
  short: () => ({}),
});

/** Tokens are names here; administrators are those whose name says so. */
async function authenticate(_world: World, token: string): Promise<AccountPrincipal | undefined> {
  if (token === 'nobody') return undefined;
  const kind = token.startsWith('admin') ? 'administrator' : 'member';
  return { kind, [kind]: { id: token }, credential: { kind: 'session' } } as unknown as AccountPrincipal;
}

describe('what callers can make the server do', () => {
  const apps: Awaited<ReturnType<typeof createApp>>[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  async function serve(limits: WorkLimits = {}) {
    const app = await createApp('silent', { proxies: 1 });
    apps.push(app);
    serveFeatures(app, { publicUrlIsSet: false } as World, [handlers], authenticate, { limits });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const headersOf = (who: string) => ({ authorization: `Bearer ${who}` });
    return {
      origin,
      /** Begins to read an answer, and takes nothing more of it. */
      async readSlowly(who: string, path = '/long'): Promise<IncomingMessage> {
        const [answer] = await once(get(`${origin}/api${path}`, { agent: false, headers: headersOf(who) }), 'response');
        return (answer as IncomingMessage).on('error', () => undefined).pause();
      },
      async ask(who: string): Promise<{ status: number; body: unknown }> {
        const answer = await fetch(`${origin}/api/short`, { headers: headersOf(who) });
        return { status: answer.status, body: await answer.json() };
      },
    };
  }

  for (const kind of ['page', 'picture', 'media'] as const)
    it(`leaves places to others, when readers of one site take nothing of a ${kind}`, { timeout: 60_000 }, async () => {
      const { origin } = await serve();
      const { maxConcurrent, maxConcurrentPerOwner } = usualPublicWork[kind];
      const gone = new AbortController();
      const ask = (ip: string) =>
        get(`${origin}/${kind}`, { agent: false, headers: { 'x-forwarded-for': ip }, signal: gone.signal }).on(
          'error',
          () => undefined,
        );
      let begun = 0;
      const enough = Promise.withResolvers<void>();
      for (let n = 0; n < maxConcurrent; n += 1)
        // As many networks as readers, and all of them in the hands of one.
        ask(`2001:db8:1:${n.toString(16)}::1`).on('response', (answer) => {
          answer.on('error', () => undefined).pause();
          if ((begun += 1) === maxConcurrentPerOwner) enough.resolve();
        });
      await enough.promise;
      const [answer] = (await once(ask('2001:db8:2::1'), 'response')) as [IncomingMessage];
      assert.deepEqual([answer.statusCode, begun], [200, maxConcurrentPerOwner]);
      gone.abort();
    });

  const tight = { maxConcurrent: 3, maxConcurrentPerOwner: 2, maxQueued: 1, maxPerOwner: 3, requests: 1_000 };

  for (const [who, path] of [
    ['ada', '/long'],
    ['admin', '/administered'],
  ] as const)
    it(`answers 503 to an account with too many unread answers, and serves others (${who})`, async () => {
      const { readSlowly, ask } = await serve({ memberWork: { ...usualMemberWork, calls: tight } });
      const slow = [await readSlowly(who, path), await readSlowly(who, path)];
      const more = [ask(who), ask(who)];
      assert.equal((await Promise.race(more)).status, 503, 'two run, one waits, and this is too much');
      assert.equal((await ask('grace')).status, 200);
      for (const answer of slow) answer.destroy();
      assert.equal(
        (await Promise.all(more)).map(({ status }) => status).reduce((sum, each) => sum + each),
        200 + 503,
      );
    });

  it('accepts all calls of an account, when its pages send 90 at the same moment', async () => {
    const { ask } = await serve();
    const answers = await Promise.all(Array.from({ length: 90 }, () => ask('ada')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  it('answers 429, when an account exceeds its requests per ten seconds', async () => {
    const { ask } = await serve({ memberWork: { ...usualMemberWork, calls: { ...tight, requests: 0 } } });
    const { status, body } = await ask('ada');
    assert.equal(status, 429);
    assert.match(JSON.stringify(body), /Too many requests from your account/);
  });

  it('refuses a network, when it goes on sending no session', async () => {
    const { ask } = await serve({ memberWork: { ...usualMemberWork, deadSessions: 0 } });
    assert.deepEqual((await ask('nobody')).body, { code: 'too_many_requests', msg: problems.too_many_requests.text });
    const { ask: first } = await serve({ memberWork: { ...usualMemberWork, deadSessions: 1 } });
    assert.equal((await first('nobody')).status, 401);
  });

  it('cuts only the oldest answer of the account that holds most, when too many bytes wait', async () => {
    const { readSlowly } = await serve({ heldAnswers: 3.5 * long });
    const [first, second] = [await readSlowly('ada'), await readSlowly('ada')];
    const other = await readSlowly('grace');
    const cut = new Promise((resolve) => first.once('close', resolve));
    const third = await readSlowly('ada');
    // The client reads what was already sent before it sees the end.
    first.resume();
    await cut;
    assert.deepEqual(
      [first, second, third, other].map(({ destroyed }) => destroyed),
      [true, false, false, false],
    );
    assert.equal(first.complete, false);
    let taken = 0;
    for await (const chunk of other) taken += (chunk as Buffer).length;
    assert.equal(taken, JSON.stringify({ text }).length);
    for (const answer of [second, third]) answer.destroy();
  });
});
