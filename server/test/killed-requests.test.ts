import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import type { ApiUpload } from '@lectern/contract/v1/media';
import { apiClient } from './api-client.ts';
import { openTestDatabase } from './describe-database.ts';
import { describeProcess } from './describe-process.ts';

describeProcess('a request that a program names, and a server that is killed', { isMortal: true }, (suite) => {
  let call: ReturnType<typeof apiClient>;
  before(async () => {
    const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['write' as const], days: null };
    const { key } = await suite.member.call(apiKeyRoutes.create, wanted);
    call = apiClient(suite.server.origin, () => key);
  });

  const begin = (key: string) =>
    call<ApiUpload & { code?: string }>('createUpload', {
      body: { file_name: `${key}.mp4` },
      headers: { 'idempotency-key': key },
    });
  const countUploads = async (key: string): Promise<number> => {
    const { body } = await call<{ data: ApiUpload[] }>('listUploads');
    return body.data.filter(({ file_name: name }) => name === `${key}.mp4`).length;
  };

  /** Kills the server at a moment of a request, and starts it again when its run is taken for dead. */
  async function killAt(moment: 'written' | 'kept'): Promise<void> {
    await suite.dieAt(`request/${moment}`, () => begin(moment));
    const database = await openTestDatabase(suite.place);
    await database.kysely
      .updateTable('api_requests')
      .set({ running_until: new Date(0) })
      .execute();
    await database.close();
    await suite.live();
  }

  it('does it once, when it is sent again after a kill before the commit', async () => {
    await killAt('written');
    assert.equal(await countUploads('written'), 0);
    const again = await begin('written');
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, null]);
    assert.equal((await begin('written')).body.id, again.body.id);
    assert.equal(await countUploads('written'), 1);
  });

  it('tells that it was done and does it no second time, when its answer was lost with the server', async () => {
    await killAt('kept');
    for (const _ of [1, 2]) {
      const { status, body } = await begin('kept');
      assert.deepEqual([status, body.code], [409, 'request_interrupted']);
    }
    assert.equal(await countUploads('kept'), 1);
  });
});
