import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { problems } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import { Scope } from '@lectern/contract/rules/scopes';
import { features } from '../src/main/features.ts';
import { describeServer } from './describe-server.ts';

const routes = features
  .flatMap(({ routes }): Route[] => Object.values(routes))
  .filter(({ access }) => access !== 'anyone' && access !== 'capability');
const nobodys = '00000000-0000-4000-8000-000000000000';

/** Every route that asks who calls, by a key of an owner for each scope: they name what nobody has. */
describeServer('what an API key opens', {}, (suite) => {
  let keys: [Scope, string][];
  before(async () => {
    const owner = await suite.signUp();
    await suite.changeUser(owner, { plan: 'professional' });
    keys = await Promise.all(
      Scope.options.map(async (scope): Promise<[Scope, string]> => {
        const wanted = { name: scope, kind: 'workspace' as const, scopes: [scope], days: null };
        return [scope, (await owner.call(apiKeyRoutes.create, wanted)).key];
      }),
    );
  });

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

  it('answers what states a scope to the keys that have it, and nothing else, when each is called', async () => {
    const { status: refused, text } = problems.key_refused;
    for (const route of routes)
      for (const [scope, key] of keys) {
        const { status, said } = await send(route, key);
        const { code, msg } = said as { code?: string; msg?: string };
        const what = `${route.method} ${route.path} by a key to ${scope}: ${status} ${JSON.stringify(said)}`;
        if (route.scope === undefined) assert.deepEqual([status, code, msg], [refused, 'key_refused', text], what);
        else if (route.scope === scope || route.scope === 'any') assert.ok(status !== 401 && status !== 403, what);
        else assert.deepEqual([status, code], [403, 'scope_missing'], what);
      }
  });
});
