import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { routes } from '@lectern/contract/route';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createApp } from '../http/app.ts';
import type { AccountPrincipal, World } from '../http/context.ts';
import { usualMemberWork, type WorkLimits } from './admission.ts';
import { feature, serveFeatures } from '../http/serve.ts';

/** Characters that no system takes over as a whole for a reader that takes nothing. */
const long = 48 * 1024 * 1024;

const table = routes({
  long: { method: 'GET', path: '/long', access: 'member', reply: z.object({ text: z.string() }) },
  short: { method: 'GET', path: '/short', access: 'session', reply: z.object({}) },
  administered: { method: 'GET', path: '/administered', access: 'admin', reply: z.object({ text: z.string() }) },
});

/** Tokens are names here; administrators are those whose name says so. */
async function authenticate(_world: World, token: string): Promise<AccountPrincipal | undefined> {
  if (token === 'nobody') return undefined;
  const kind = token.startsWith('admin') ? 'administrator' : 'member';
  return { kind, [kind]: { id: token } } as unknown as AccountPrincipal;
}

const text = 'x'.repeat(long);
const handlers = feature(table, { long: () => ({ text }), short: () => ({}), administered: () => ({ text }) });

describe('what one account can make the server do', () => {
  const apps: FastifyInstance[] = [];
  after(async () => {
    for (const app of apps) await app.close();
  });

  async function serve(limits: WorkLimits) {
    const app = await createApp('silent');
    apps.push(app);
    serveFeatures(app, { publicUrlIsSet: false } as World, [handlers], authenticate, { limits });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}/api`;
    const headersOf = (who: string) => ({ authorization: `Bearer ${who}` });
    return {
      /** Begins to read an answer, and takes nothing more of it. */
      async readSlowly(who: string, path = '/long'): Promise<IncomingMessage> {
        const [answer] = await once(get(origin + path, { agent: false, headers: headersOf(who) }), 'response');
        return (answer as IncomingMessage).on('error', () => undefined).pause();
      },
      async ask(who: string): Promise<{ status: number; body: unknown }> {
        const answer = await fetch(`${origin}/short`, { headers: headersOf(who) });
        return { status: answer.status, body: await answer.json() };
      },
    };
  }

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
      assert.deepEqual(
        (await Promise.all(more)).map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 503],
      );
    });

  it('accepts all calls of an account, when its pages send 90 at the same moment', async () => {
    const { ask } = await serve({});
    const answers = await Promise.all(Array.from({ length: 90 }, () => ask('ada')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  it('answers 429, when an account exceeds its requests per ten seconds', async () => {
    const { ask } = await serve({ memberWork: { ...usualMemberWork, calls: { ...tight, requests: 0 } } });
    const { status, body } = await ask('ada');
    assert.equal(status, 429);
    assert.match(JSON.stringify(body), /Too many requests from your account/);
  });

  it('needs a session, and a network that goes on sending none is refused', async () => {
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
      [first, second, third, other].map(({ complete, destroyed }) => [complete, destroyed]),
      [
        [false, true],
        [false, false],
        [false, false],
        [false, false],
      ],
    );
    let taken = 0;
    for await (const chunk of other) taken += (chunk as Buffer).length;
    assert.equal(taken, JSON.stringify({ text }).length);
    for (const answer of [second, third]) answer.destroy();
  });
});
