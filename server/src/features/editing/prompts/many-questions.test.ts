import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { openUsualPlace, type TestPlace } from '../../../../test/databases.ts';
import type { TestMember } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { manyCalls, type TestWorld } from '../../../../test/world.ts';

describe('a member with very many questions at once', () => {
  let place: TestPlace;
  let server: TestWorld;
  let many: TestMember;
  let one: TestMember;
  const recordings = new Map<TestMember, string>();

  before(async () => {
    const recorded = await openRecordedWorld(openUsualPlace, ['webinar'], { limits: manyCalls });
    ({ place, server, member: many, stranger: one } = recorded);
    const other = await uploadFile(one, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    await waitUntilProcessed(one, other);
    recordings.set(many, recorded.webinar.id).set(one, other);
  });
  after(async () => {
    await server?.close();
    await place?.close();
  });

  const ask = (member: TestMember) =>
    member.call(promptRoutes.search, { passthrough: recordings.get(member)!, prompt: 'The main insights' });
  const used = async (member: TestMember): Promise<number> =>
    (await member.call(dashboardRoutes.dashboard, undefined)).data.token_used;

  it('answers or defers many questions of a member, charges answers only and delays no other member', async () => {
    const before = await used(many);
    const { remark } = (await ask(many)).data;
    assert.match(remark, /quotes passages/);
    const price = (await used(many)) - before;
    const asked = Array.from({ length: 40 }, () =>
      ask(many).then(
        () => 200,
        (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error as Error)),
      ),
    );
    // semaphore.test.ts tests the turns of members and their order.
    await ask(one);
    const statuses = await Promise.all(asked);
    const answered = statuses.filter((status) => status === 200).length;
    assert.equal(answered + statuses.filter((status) => status === 503).length, asked.length);
    assert.ok(answered >= 8, String(answered));
    assert.equal(await used(many), before + price * (answered + 1));
  });
});
