import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { apiClient } from '../../../test/api-client.ts';
import { describeServer } from '../../../test/describe-server.ts';

describeServer('how often a key may call', {}, (suite) => {
  it('refuses writes beyond the limit until the minute ends, when a key makes too many', async () => {
    const member = await suite.signUp();
    const wanted = {
      name: 'Nightly',
      kind: 'person' as const,
      scopes: ['read' as const, 'write' as const],
      days: null,
    };
    const { key } = await member.call(apiKeyRoutes.create, wanted);
    const call = apiClient(suite.server.origin, () => key);
    const params = { id: crypto.randomUUID() };
    const first = await call('deleteHighlight', { params });
    assert.equal(first.headers.get('ratelimit-policy'), '"writes";q=120;w=60');
    assert.match(first.headers.get('ratelimit')!, /^"writes";r=119;t=(?:60|5\d)$/);
    for (let n = 0; n < 119; n += 1) assert.equal((await call('deleteHighlight', { params })).status, 404);
    const late = await call<{ code: string }>('deleteHighlight', { params });
    assert.deepEqual([late.status, late.body.code], [429, 'too_many_requests']);
    assert.match(late.headers.get('retry-after')!, /^\d+$/);
    const read = await call('getUsage');
    assert.deepEqual([read.status, read.headers.get('ratelimit-policy')], [200, '"reads";q=600;w=60']);
    suite.clock.aheadMs += 61_000;
    assert.equal((await call('deleteHighlight', { params })).status, 404);
  });
});
