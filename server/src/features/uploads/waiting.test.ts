import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { AsyncResource } from 'node:async_hooks';
import { Problem, problems } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { hurryJobs, readJobs } from '../../../test/stored-jobs.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { beginChunk, putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { saveSetting } from '../../platform/database/settings.ts';
import type { World } from '../../platform/http/context.ts';
import type { Provider } from '../../ports/media/port.ts';
import { storageKeys } from '../storage/keys.ts';
import { assetRow, takeAssetsToSync } from '../storage/provider-assets.ts';
import { sweepUploads } from './sweep.ts';
import { syncAsset } from './provider-asset.job.ts';
import { sql } from 'kysely';
import { refuses } from '../../../test/refusals.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';

const short = await readFile(getSamplePath('short.mp4'));
const total = short.length;
const half = 70_000;
const past = () => new Date(Date.now() - 1000);
const future = () => new Date(Date.now() + hour);

describeServer('uploads that wait', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const begin = async (by = member) => {
    const { url, id } = await by.call(uploadRoutes.create, {});
    await putUploadChunk(url, short.subarray(0, half), `bytes 0-${half - 1}/${total}`);
    return { url, id };
  };
  /** An upload of which all but the last bytes are being written. */
  const beginEnd = async (by = member) => {
    const { url, id } = await begin(by);
    const sending = beginChunk(url, `bytes ${half}-${total - 1}/${total}`, total - half, short.subarray(half, -9));
    const row = suite.db.selectFrom('uploads').select('lease_id').where('id', '=', id);
    await eventually(async () => (await row.executeTakeFirst())?.lease_id ?? undefined, 'that it is being written');
    return { url, id, end: () => sending.end(short.subarray(-9)) };
  };
  const stateOf = async (id: string) =>
    (await suite.db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  const recoverJobs = async () => {
    await suite.world.jobs.recoverOrphans();
    await suite.settle();
  };
  /** Sweeps when the installation has been running so many hours. */
  const sweepAt = async (...hours: number[]) => {
    for (const each of hours) {
      await saveSetting(suite.db, 'running_hours', `${each} ${Date.now() - hour}`);
      await sweepUploads(suite.world);
    }
  };

  it('keeps an upload after a week, when it is still being sent', async () => {
    const left = await begin();
    await sweepAt(0);
    const sent = await beginEnd();
    await sweepAt(300);
    assert.equal(await stateOf(left.id), 'cancelled');
    assert.equal(await sent.end(), 200);
    await member.call(videoRoutes.delete, { id: sent.id });
  });

  it('keeps an upload after a week, when it resumes while others are being removed', async () => {
    const both = [await begin(), await begin()];
    const states = () => Promise.all(both.map(({ id }) => stateOf(id)));
    await sweepAt(1000);
    const { database } = suite.world;
    const { transaction } = database;
    let hasResumed = false;
    database.transaction = async (work) => {
      const result = await transaction(work);
      const found = await states();
      if (found.includes('cancelled')) {
        database.transaction = transaction;
        const { url } = both[found.indexOf('open')]!;
        const next = `bytes ${half}-${half + 999}/${total}`;
        assert.equal((await putUploadChunk(url, short.subarray(half, half + 1000), next)).status, 308);
        hasResumed = true;
      }
      return result;
    };
    try {
      await sweepAt(1300);
    } finally {
      database.transaction = transaction;
    }
    assert.deepEqual([(await states()).toSorted(), hasResumed], [['cancelled', 'open'], true]);
  });

  it('keeps uploads that came whole, and makes videos when membership and library allow it', async () => {
    const other = await suite.signUp();
    const videos = async () =>
      (await other.call(videoRoutes.list, { userId: other.session.id })).data.map(({ id }) => id);
    const waiting = async () => (await other.call(uploadRoutes.open, {})).data;
    const sent = [await beginEnd(other), await beginEnd(other), await beginEnd(other)];
    await suite.changeUser(other, { membership_end: past() });
    for (const { end } of sent) assert.equal(await end(), 402);
    await recoverJobs();
    await sweepAt(1, 1000);
    await suite.changeUser(other, { membership_end: future() });
    await recoverJobs();
    assert.equal((await videos()).length, 2);
    const [left, ...more] = await waiting();
    assert.deepEqual([left?.arrived, more], [true, []]);
    const { url, id } = sent.find((each) => each.id === left!.id)!;
    assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).status, 402, 'who asks is told');
    await recoverJobs();
    assert.equal(await stateOf(id), 'open');
    await other.call(videoRoutes.delete, { id: (await videos())[0]! });
    await recoverJobs();
    await waitUntilProcessed(other, id);
    assert.ok((await readFile(getObjectPath(suite.world, storageKeys.original(id)))).equals(short));
    assert.deepEqual(await waiting(), []);
  });

  it('become videos without anybody asking, when their member has paid for the time after a grant', async () => {
    const other = await suite.signUp();
    const { id, end } = await beginEnd(other);
    const membership_end = past();
    await suite.changeUser(other, { membership_end });
    assert.equal(await end(), 402);
    const paidUntil = async (until: Date, state: 'active' | 'unpaid') => {
      const applied = ['sub_1', 'executive', state, membership_end.toISOString(), until.toISOString()].join(' ');
      const account = { customer_id: `cus_${id}`, subscription_id: 'sub_1', applied };
      await suite.db
        .insertInto('billing_accounts')
        .values({ workspace_id: other.session.id, ...account })
        .onConflict((conflict) => conflict.constraint('billing_accounts_pkey').doUpdateSet(account))
        .execute();
      await recoverJobs();
      return stateOf(id);
    };
    assert.equal(await paidUntil(past(), 'active'), 'open');
    assert.equal(await paidUntil(future(), 'unpaid'), 'open');
    assert.equal(await paidUntil(future(), 'active'), 'complete');
    await waitUntilProcessed(other, id);
  });

  it('reports waiting uploads and tries them again, when the storage fails', async () => {
    const other = await suite.signUp();
    const { id, end } = await beginEnd(other);
    const { storage, jobs } = suite.world;
    const { join } = storage;
    storage.join = () => Promise.reject(new Problem('storage_unavailable'));
    const key = `finish-upload/${id}`;
    try {
      assert.equal(await end(), problems.storage_unavailable.status);
      await jobs.recoverOrphans();
      const job = await eventually(
        async () => (await readJobs(suite.db, { key })).find(({ problem }) => problem !== null),
        'that the job tells of it',
      );
      assert.deepEqual([job.state, job.problem], ['retry', problems.storage_unavailable.text]);
    } finally {
      storage.join = join;
    }
    await hurryJobs(suite.db, { key });
    jobs.wake('finish-upload');
    await suite.settle();
    await waitUntilProcessed(other, id);
  });

  /** A member's upload of which the provider says that it has arrived. */
  async function arriveAtProvider({ session }: TestMember, answers: Partial<Provider> = {}) {
    const id = randomUUID();
    await suite.db
      .insertInto('uploads')
      .values({ id, workspace_id: session.id, key: id, file_name: 'talk.mp4' })
      .execute();
    const asset = { id, upload_id: `upload-${id}`, url: `https://provider.example/${id}` };
    await suite.db.insertInto('provider_assets').values(asset).execute();
    const remote = { asset: `asset-${id}`, playback: `plays-${id}` };
    // The provider's answers, limited to those the tests need.
    const made = { state: 'made', asset: remote.asset, remote } as const;
    const provider = { became: async () => made, ...answers } as Provider;
    const world: World = { ...suite.world, media: { ...suite.world.media, provider } };
    return { id, sync: () => syncAsset(world, id), state: () => stateOf(id) };
  }

  for (const [what, rests, goesOn] of [
    ['the account is deactivated', { is_active: false }, { is_active: true }],
    ['the membership has expired', { membership_end: past() }, { membership_end: future() }],
  ] as const)
    it(`keeps what arrived at the provider and makes a video later, when ${what}`, async () => {
      const other = await suite.signUp();
      const { id, sync, state } = await arriveAtProvider(other);
      await suite.changeUser(other, rests);
      await sync();
      await sweepAt(1, 1000);
      assert.equal(await state(), 'open');
      await suite.changeUser(other, goesOn);
      await suite.db
        .updateTable('provider_assets')
        .set({ asked_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      assert.ok((await takeAssetsToSync(suite.db)).includes(id), 'it is asked about without an event');
      await sync();
      assert.equal(await state(), 'complete');
    });

  it('ends an upload at the provider at once, when it cannot become a video', async () => {
    const ended: string[] = [];
    const { id, sync, state } = await arriveAtProvider(await suite.signUp(), {
      became: async () => ({ state: 'gone', problem: 'broken_media' }),
      cancel: async (upload) => {
        ended.push(upload);
        return { state: 'gone' };
      },
    });
    await sync();
    assert.deepEqual([await state(), ended], ['rejected', [`upload-${id}`]]);
    assert.equal(await assetRow(suite.db, id), undefined);
  });
});

const captions = await readFile(getSamplePath('short.vtt'));

describeServer('captions of an upload', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const create = () => member.call(uploadRoutes.create, {});
  const add = (passthrough: string, bytes: Uint8Array, name = 'talk.srt') =>
    member.call(uploadRoutes.captions, { passthrough, name }, { body: Buffer.from(bytes) });
  const sendRecording = (url: string) => putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`);

  it('reads captions in the encodings that people have, and refuses what holds none or too much', async () => {
    const srt = '\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\nGrüße aus dem Café — 你好.\r\n';
    const { id } = await create();
    for (const body of [
      Buffer.from(srt, 'utf16le'),
      Buffer.from(srt, 'utf16le').swap16(),
      Buffer.from(srt),
      Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nGr\xfc\xdfe aus dem Caf\xe9.\n', 'latin1'),
    ])
      assert.deepEqual(await add(id, body).then(({ cues, warnings }) => [cues, warnings]), [1, 0]);
    const none = Buffer.from('no cue in here');
    await assert.rejects(add(id, none), { status: 422, msg: /No captions could be read/ });
    await assert.rejects(add(id, Buffer.alloc(11 * 1024 * 1024, 0x20)), { status: 413 });
    await member.call(uploadRoutes.cancel, { id });
  });

  /** Adds captions that were read and cannot be stored before `meanwhile` has begun. */
  async function addMeanwhile(passthrough: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const others = new AsyncResource('other requests');
    const both = await suite.world.database.transaction(async (tx) => {
      // Nobody writes it, and everybody reads it.
      await sql`lock table caption_files in share mode`.execute(tx);
      const adding = others.runInAsyncScope(() => add(passthrough, captions)).catch((error: unknown) => error);
      await untilWaiting(suite.world.database, 1);
      const doing = others.runInAsyncScope(meanwhile);
      await Promise.race([doing, untilWaiting(suite.world.database, 2)]);
      return { adding, doing };
    });
    await both.doing;
    return both.adding;
  }

  it('keeps captions with the new recording, when they are read while their upload ends', async () => {
    const { url, id } = await create();
    await addMeanwhile(id, () => sendRecording(url));
    await suite.settle();
    assert.equal((await waitUntilProcessed(member, id)).transcript_source, 'file');
  });

  it('discards and does not confirm captions, when their upload is cancelled meanwhile', async () => {
    const { id } = await create();
    const added = await addMeanwhile(id, () => member.call(uploadRoutes.cancel, { id }));
    assert.deepEqual(await suite.db.selectFrom('caption_files').select('id').where('id', '=', id).execute(), []);
    if (added instanceof Error) await refuses(Promise.reject(added), 'not_found');
  });
});
