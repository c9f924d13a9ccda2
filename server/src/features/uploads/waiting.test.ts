import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { Problem, problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { hurryJobs, readJobs } from '../../../test/stored-jobs.ts';
import { beginChunk, putUploadChunk, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { saveSetting } from '../../platform/database/settings.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { sweepUploads } from './sweep.ts';

const short = await readFile(getSamplePath('short.mp4'));
const total = short.length;
const half = 70_000;
const range = `bytes ${half}-${total - 1}/${total}`;

describeServer('uploads that wait', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const begun = async (of = member) => {
    const { url, id } = await of.call(uploadRoutes.create, {});
    await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/${total}`);
    return { url, id };
  };
  const rest = (url: string) => putUploadChunk(url, short.subarray(half), range);
  const stateOf = async (id: string) =>
    (await suite.db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  /** Sweeps when the installation has been running so many hours. */
  const sweepAt = async (hours: number) => {
    await saveSetting(suite.db, 'running_hours', `${hours} ${Date.now() - hour}`);
    await sweepUploads(suite.world);
  };
  const whenWritten = (id: string) =>
    eventually(
      async () =>
        (await suite.db.selectFrom('uploads').select('lease_id').where('id', '=', id).executeTakeFirst())?.lease_id ??
        undefined,
      'that it is being written',
    );

  it('keeps an upload after a week, when it is still being sent', async () => {
    const [sent, left] = [await begun(), await begun()];
    await sweepAt(0);
    const last = beginChunk(sent.url, range, total - half, short.subarray(half, -9));
    await whenWritten(sent.id);
    await sweepAt(300);
    assert.equal(await stateOf(left.id), 'cancelled');
    assert.equal(await last.end(short.subarray(-9)), 200);
    await member.call(videoRoutes.delete, { id: sent.id });
  });

  it('keeps an upload after a week, when it resumes while others are being removed', async () => {
    const both = [await begun(), await begun()];
    await sweepAt(1000);
    const { database } = suite.world;
    const { transaction } = database;
    const settled = Promise.withResolvers<void>();
    database.transaction = async (work) => {
      const result = await transaction(work);
      const states = await Promise.all(both.map(({ id }) => stateOf(id)));
      if (states.includes('cancelled')) {
        database.transaction = transaction;
        const other = both[states.indexOf('open')]!;
        const next = `bytes ${half}-${half + 999}/${total}`;
        assert.equal((await putUploadChunk(other.url, short.subarray(half, half + 1000), next)).status, 308);
        settled.resolve();
      }
      return result;
    };
    try {
      await sweepAt(1300);
      await settled.promise;
    } finally {
      database.transaction = transaction;
    }
    const states = await Promise.all(both.map(({ id }) => stateOf(id)));
    assert.deepEqual(states.toSorted(), ['cancelled', 'open']);
  });

  it('keeps uploads that wait for library room, reports it and makes videos, when there is room', async () => {
    const other = await suite.signUp();
    const ends = (membership_end: Date) =>
      suite.db.updateTable('users').set({ membership_end }).where('id', '=', other.session.id).execute();
    const videos = async () =>
      (await other.call(videoRoutes.list, { userId: other.session.id })).data.map(({ id }) => id);
    const waiting = async () => (await other.call(uploadRoutes.open, {})).data;
    const settle = async () => {
      await suite.world.jobs.recoverOrphans();
      await suite.settle();
    };
    const sent = [];
    for (let n = 0; n < 3; n += 1) {
      const { url, id } = await begun(other);
      const rest = beginChunk(url, range, total - half, short.subarray(half, -9));
      await whenWritten(id);
      sent.push({ id, url, rest });
    }
    await ends(new Date(Date.now() - 1000));
    for (const { rest } of sent) assert.equal(await rest.end(short.subarray(-9)), 402);
    await ends(new Date(Date.now() + hour));
    await settle();
    assert.equal((await videos()).length, 2);
    const [left, ...more] = await waiting();
    assert.deepEqual([left?.arrived, more], [true, []]);
    const { url } = sent.find(({ id }) => id === left!.id)!;
    assert.equal(
      (await putUploadChunk(url, undefined, `bytes */${total}`)).status,
      402,
      'who asks is told, and it stays',
    );
    await settle();
    assert.equal(await stateOf(left!.id), 'open');
    await other.call(videoRoutes.delete, { id: (await videos())[0]! });
    await settle();
    await waitUntilProcessed(other, left!.id);
    assert.deepEqual(await waiting(), []);
  });

  it('become videos without anybody asking, when their member has paid for the time after a grant', async () => {
    const { kysely } = suite.world.database;
    const other = await suite.signUp();
    const { url, id } = await begun(other);
    const rest = beginChunk(url, range, total - half, short.subarray(half, -9));
    await whenWritten(id);
    const membership_end = new Date(Date.now() - 1000);
    await kysely.updateTable('users').set({ membership_end }).where('id', '=', other.session.id).execute();
    assert.equal(await rest.end(short.subarray(-9)), 402);
    const paidUntil = async (end: number, state: 'active' | 'unpaid') => {
      const applied = ['sub_1', 'executive', state, membership_end.toISOString(), new Date(end).toISOString()].join(
        ' ',
      );
      const account = { customer_id: `cus_${id}`, subscription_id: 'sub_1', applied };
      await kysely
        .insertInto('billing_accounts')
        .values({ user_id: other.session.id, ...account })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(account))
        .execute();
      await suite.world.jobs.recoverOrphans();
      await suite.settle();
      return stateOf(id);
    };
    assert.equal(await paidUntil(Date.now() - 1, 'active'), 'open');
    assert.equal(await paidUntil(Date.now() + hour, 'unpaid'), 'open');
    assert.equal(await paidUntil(Date.now() + hour, 'active'), 'complete');
    await waitUntilProcessed(other, id);
  });

  it('reports waiting uploads and tries them again, when the storage fails', async () => {
    const other = await suite.signUp();
    const { url, id } = await begun(other);
    const last = beginChunk(url, range, total - half, short.subarray(half, -9));
    await whenWritten(id);
    const { storage, database, jobs } = suite.world;
    const { join } = storage;
    storage.join = async () => {
      throw new Problem('storage_unavailable');
    };
    const key = `finish-upload/${id}`;
    try {
      assert.equal(await last.end(short.subarray(-9)), problems.storage_unavailable.status);
      await jobs.recoverOrphans();
      const job = await eventually(
        async () => (await readJobs(database.kysely, { key })).find(({ problem }) => problem !== null),
        'that the job tells of it',
      );
      assert.deepEqual([job.state, job.problem], ['retry', problems.storage_unavailable.text]);
    } finally {
      storage.join = join;
    }
    await hurryJobs(database.kysely, { key });
    jobs.wake('finish-upload');
    await jobs.settle();
    await waitUntilProcessed(other, id);
  });

  it('rejects an upload and reports it, when its last bytes arrive at a full library', async () => {
    const other = await suite.signUp();
    const { url, id } = await begun(other);
    for (let n = 0; n < 2; n += 1) await uploadFile(other, short);
    const { status, msg } = await rest(url);
    assert.deepEqual([status, msg], [402, 'At the plan maximum. Delete a video to process another.']);
    assert.equal(await stateOf(id), 'rejected');
  });
});
