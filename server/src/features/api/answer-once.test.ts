import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { day, minute } from '@lectern/contract/rules/durations';
import type { ApiUpload } from '@lectern/contract/v1/media';
import { apiClient } from '../../../test/api-client.ts';
import { describeServer } from '../../../test/describe-server.ts';
import type { TestMember } from '../../../test/member.ts';

describeServer('a request that a program names', { databases: 'both' }, (suite) => {
  let member: TestMember;
  let call: ReturnType<typeof apiClient>;
  let other: ReturnType<typeof apiClient>;
  const createKey = async (): Promise<string> => {
    const wanted = {
      name: 'Nightly',
      kind: 'person' as const,
      scopes: ['read' as const, 'write' as const],
      days: null,
    };
    return (await member.call(apiKeyRoutes.create, wanted)).key;
  };
  before(async () => {
    member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    const [key, otherKey] = [await createKey(), await createKey()];
    call = apiClient(suite.server.origin, () => key);
    other = apiClient(suite.server.origin, () => otherKey);
  });

  const begin = (by: typeof call, key: string, name = 'talk.mp4') =>
    by<ApiUpload & { code?: string }>('createUpload', {
      body: { file_name: name },
      headers: { 'idempotency-key': key },
    });
  const countUploads = async (): Promise<number> =>
    (await suite.db.selectFrom('uploads').select('id').where('state', '=', 'open').execute()).length;

  it('answers alike and does it once, when it is sent again', async () => {
    const uploads = await countUploads();
    const first = await begin(call, 'again');
    const second = await begin(call, '"again"');
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
    assert.deepEqual(
      [first, second].map(({ headers }) => headers.get('idempotency-replayed')),
      [null, 'true'],
    );
    assert.equal(await countUploads(), uploads + 1);
  });

  it('does it once, when it is sent many times at once', async () => {
    const uploads = await countUploads();
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(call, 'at-once')));
    const ids = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : [])));
    assert.equal(ids.size, 1);
    for (const { status, body } of answers) if (status !== 201) assert.equal(body.code, 'request_running');
    assert.equal(await countUploads(), uploads + 1);
  });

  it('refuses it, when the key has named another one', async () => {
    await begin(call, 'mine');
    const { status, body } = await begin(call, 'mine', 'other.mp4');
    assert.deepEqual([status, body.code], [422, 'request_differs']);
    assert.equal((await begin(other, 'mine', 'other.mp4')).status, 201);
    const strange = await begin(call, 'with a space');
    assert.deepEqual([strange.status, strange.body.code], [400, 'key_of_request_invalid']);
  });

  it('does it again, when it failed', async () => {
    await suite.changeUser(member, { membership_end: new Date(suite.now().getTime() - 1000) });
    assert.equal((await begin(call, 'expired')).status, 402);
    await suite.changeUser(member, { membership_end: new Date(suite.now().getTime() + day) });
    assert.equal((await begin(call, 'expired')).status, 201);
    const clip = { recording_id: crypto.randomUUID(), start: 0, end: 1 };
    for (const _ of [1, 2]) {
      const headers = { 'idempotency-key': 'no-recording' };
      assert.equal((await call('createClip', { body: clip, headers })).status, 404);
    }
    const rows = await suite.db.selectFrom('api_requests').select('key').where('key', '=', 'no-recording').execute();
    assert.deepEqual(rows, []);
  });

  it('does it again after a minute, when its process has died, and after a day', async () => {
    const first = await begin(call, 'killed');
    // As a process leaves it that is killed before it commits.
    await suite.db
      .updateTable('api_requests')
      .set({ answer: null, is_written: false, running_until: new Date(suite.now().getTime() + minute) })
      .where('key', '=', 'killed')
      .execute();
    assert.equal((await begin(call, 'killed')).body.code, 'request_running');
    suite.clock.aheadMs += 61 * 1000;
    const second = await begin(call, 'killed');
    assert.equal(second.status, 201);
    assert.notEqual(second.body.id, first.body.id);
    assert.equal((await begin(call, 'killed')).body.id, second.body.id);
    suite.clock.aheadMs += day;
    assert.notEqual((await begin(call, 'killed')).body.id, second.body.id);
  });
});
