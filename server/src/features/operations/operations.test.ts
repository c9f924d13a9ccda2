import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/admin';
import { signUp } from '../../../test/member.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { ensureAdministrator } from '../accounts/ensure-administrator.ts';

const token = 'a-monitor-that-knows';

describe('what machines ask', () => {
  let server: TestWorld;
  before(async () => {
    server = await openTestWorld({ env: { METRICS_TOKEN: token } });
  });
  after(() => server?.close());

  const ask = (path: string, bearer?: string) =>
    fetch(server.origin + path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {});

  it('lives, and is ready while database and jobs answer', async () => {
    assert.equal(await (await ask('/healthz')).text(), 'ok\n');
    assert.deepEqual(await (await ask('/readyz')).json(), { database: 'ok', jobs: 'ok' });
    // The database of a world that is closed does not answer.
    const other = await openTestWorld();
    await other.world.database.close();
    const answer = await fetch(`${other.origin}/readyz`);
    assert.equal(answer.status, 503);
    assert.deepEqual(await answer.json(), { database: 'does not answer', jobs: 'does not answer' });
    await other.close().catch(() => undefined);
  });

  it('gives its metrics to operators only', async () => {
    const member = await signUp(server.origin, server.letters);
    for (const bearer of [undefined, 'x', member.session.token, `${token}x`])
      assert.equal((await ask('/metrics', bearer)).status, 401);
    const text = await (await ask('/metrics', token)).text();
    assert.match(text, /^lectern_disk_free_bytes \d{6,}/m);
    assert.match(text, /^lectern_videos 0$/m);
    assert.match(
      text,
      /^http_request_duration_seconds_count\{method="POST",route="\/api\/auth\/register",status="200"\} 1$/m,
    );
    assert.doesNotMatch(text, new RegExp(member.session.token));
    const credentials = { email: 'root@example.org', password: 'administrator' };
    await ensureAdministrator(server.world, credentials);
    const { token: administrator } = await server.call(adminRoutes.login, credentials);
    assert.equal((await ask('/metrics', administrator)).status, 200);
  });
});
