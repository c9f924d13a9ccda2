import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { problems } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import { Scope } from '@lectern/contract/rules/scopes';
import { features } from '../src/main/features.ts';
import { describeServer } from './describe-server.ts';
import type { TestMember } from './member.ts';

const routes = features
  .flatMap(({ routes }): Route[] => Object.values(routes))
  .filter(({ access }) => access !== 'anyone' && access !== 'capability');
const nobodys = '00000000-0000-4000-8000-000000000000';

/** Every route that asks who calls, by keys of an owner: they name what nobody has. */
describeServer('what an API key opens', {}, (suite) => {
  let owner: TestMember;
  before(async () => {
    owner = await suite.signUp();
    await suite.changeUser(owner, { plan: 'professional' });
  });

  const createKey = async (scopes: Scope[]): Promise<string> =>
    (await owner.call(apiKeyRoutes.create, { name: 'Nightly', kind: 'workspace', scopes, days: null })).key;

  async function send({ method, path, reply, body }: Route, key: string): Promise<{ status: number; said: unknown }> {
    const address = path.replaceAll(/:\w+/g, nobodys);
    const type = body === 'bytes' ? 'text/vtt' : 'application/json';
    const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
    const answer = await fetch(`${suite.server.origin}${reply === 'stream' ? '' : '/api'}${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(hasBody ? { 'content-type': type } : {}) },
      ...(hasBody ? { body: body === 'bytes' ? 'WEBVTT\n' : '{}' } : {}),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, said: isJson ? JSON.parse(text) : text };
  }

  it('answers 403, when a key with all scopes calls what states none', async () => {
    const key = await createKey([...Scope.options]);
    const { status: refused, text } = problems.key_refused;
    for (const route of routes.filter(({ scope }) => scope === undefined)) {
      const { status, said } = await send(route, key);
      const { code, msg } = said as { code?: string; msg?: string };
      assert.deepEqual([status, code, msg], [refused, 'key_refused', text], `${route.method} ${route.path}`);
    }
  });

  for (const scope of Scope.options)
    it(`answers what states the same scope, and 403 elsewhere, when a key to ${scope} calls`, async () => {
      const key = await createKey([scope]);
      for (const route of routes.filter((each) => each.scope !== undefined)) {
        const { status, said } = await send(route, key);
        const what = `${route.method} ${route.path}: ${status} ${JSON.stringify(said)}`;
        if (route.scope === scope || route.scope === 'any') assert.ok(status !== 401 && status !== 403, what);
        else assert.deepEqual([status, (said as { code?: string }).code], [403, 'scope_missing'], what);
      }
    });
});
