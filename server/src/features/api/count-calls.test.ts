import assert from 'node:assert/strict';
import { type Mock, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { apiClient, type ApiInput } from '../../../test/api-client.ts';
import { describeServer } from '../../../test/describe-server.ts';

/** The end of the last minute that was counted: the process has one for all its servers. */
let countedUntil = 0;

describeServer('how often a key may call', {}, (suite) => {
  async function createCaller() {
    const member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    const scopes = ['read' as const, 'write' as const, 'ask' as const];
    const { key } = await member.call(apiKeyRoutes.create, { name: 'Nightly', kind: 'person', scopes, days: null });
    return apiClient(suite.server.origin, () => key);
  }

  const params = { id: crypto.randomUUID() };
  const kinds: [name: string, limit: number, operationId: string, input: ApiInput, status: number][] = [
    ['reads', 600, 'me', {}, 200],
    ['writes', 120, 'deleteHighlight', { params }, 404],
    ['questions', 20, 'ask', { body: { question: 'What is said about money?' } }, 200],
  ];

  for (const [name, limit, operationId, input, status] of kinds)
    it(`refuses ${name} beyond ${limit} in a minute, until it ends`, async ({ mock }) => {
      const call = await createCaller();
      // Slow machines have the same minute.
      suite.clock.at = new Date();
      const began = Math.max(Math.ceil(performance.now()), countedUntil);
      countedUntil = began + 121_000;
      const passed: Mock<typeof performance.now> = mock.method(performance, 'now', () => began);
      // Its places for work at once are fewer.
      const inRows = Array.from({ length: 4 }, async () => {
        const answers = [];
        for (let n = 0; n < limit / 4; n += 1) answers.push(await call(operationId, input));
        return answers;
      });
      for (const { status: answered, headers } of (await Promise.all(inRows)).flat()) {
        assert.equal(answered, status);
        assert.equal(headers.get('ratelimit-policy'), `"${name}";q=${limit};w=60`);
        assert.match(headers.get('ratelimit')!, new RegExp(`^"${name}";r=\\d+;t=(?:60|[1-5]?\\d)$`));
      }
      const late = await call<{ code: string }>(operationId, input);
      assert.deepEqual([late.status, late.body.code], [429, 'too_many_requests']);
      assert.match(late.headers.get('ratelimit')!, /;r=0;/);
      assert.match(late.headers.get('retry-after')!, /^\d+$/);
      for (const [other, , otherId, otherInput] of kinds)
        if (other !== name) assert.notEqual((await call(otherId, otherInput)).status, 429, other);
      suite.clock.at = new Date(suite.clock.at.getTime() + 61_000);
      passed.mock.mockImplementation(() => began + 61_000);
      assert.equal((await call(operationId, input)).status, status);
    });
});
