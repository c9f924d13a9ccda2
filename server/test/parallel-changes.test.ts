import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Call, CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from './assert-every.ts';
import { describeRecordings } from './describe-server.ts';
import { eventually } from './member.ts';
import { hasRareTests } from './rare.ts';
import { fetchAsset, waitUntilProcessed } from './upload.ts';
import { manyCalls } from './world.ts';

/**
 * A member has only so many places for caption files and for what is made again: the others are told to come again, and
 * do.
 */
async function untilFree<T>(call: () => Promise<T>): Promise<T> {
  const { answer } = await eventually(
    () =>
      call().then(
        (answer) => ({ answer }),
        (error: unknown) => {
          if (!(error instanceof CallError && error.code === 'busy')) throw error;
          return undefined;
        },
      ),
    'a free place',
  );
  return answer;
}

describeRecordings(
  'many changes of one video at once',
  ['short'],
  { databases: 'both', limits: manyCalls },
  (suite) => {
    let passthrough: string;
    let call: Call;
    before(() => {
      passthrough = suite.short.id;
      ({ call } = suite.member);
    });

    /** Each kind of call that changes its steps, its jobs or its texts, told apart by a number. */
    const kinds: readonly ((n: number) => Promise<unknown>)[] = [
      () => untilFree(() => call(videoRoutes.regenerateChapters, { passthrough })),
      () => untilFree(() => call(videoRoutes.uploadOmnisearch, { passthrough })),
      () => untilFree(() => call(videoRoutes.generateSummary, { passthrough })),
      () => untilFree(() => call(videoRoutes.retry, { passthrough })),
      () => call(clipRoutes.cut, { passthrough, timeIn: '00:00:01', timeOut: '00:00:03' }),
      (n) => call(videoRoutes.save, { passthrough, title: `Title ${n}` }),
      (n) =>
        untilFree(() =>
          call(
            uploadRoutes.captions,
            { passthrough, name: 'more.vtt' },
            { body: Buffer.from(`WEBVTT\n\n00:01.000 --> 00:05.000\nThe ${n}th line of many.\n`) },
          ),
        ),
      async () => {
        const { jobs, database: db } = suite.world;
        const { rows } = await jobs.list({ limit: 5, offset: 0, part: passthrough });
        const live = rows.find(({ state }) => state === 'created' || state === 'active');
        if (live) await db.transaction((tx) => jobs.cancelById(live.id, { tx }));
      },
    ];

    it('makes or refuses every change without an internal error, when many arrive at once', async () => {
      const calls = Array.from({ length: hasRareTests ? 72 : 24 }, (_, n) => kinds[n % kinds.length]!(n));
      const failures = (await Promise.allSettled(calls)).flatMap((call) =>
        call.status === 'rejected' ? [call.reason as unknown] : [],
      );
      const accidents = failures.filter((error) => !(error instanceof CallError && error.status < 500));
      assert.deepEqual(accidents, []);
      await call(videoRoutes.retry, { passthrough });
      const { steps } = await waitUntilProcessed(suite.member, passthrough);
      assertEvery(steps, ({ state }) => state === 'done');
    });

    it('puts off changes beyond a few at a time per member', async () => {
      const { database: db } = suite.world;
      const { transaction } = db;
      const held = Promise.withResolvers<void>();
      db.transaction = async (work) => {
        await held.promise;
        return transaction(work);
      };
      const calls = Array.from({ length: 9 }, () => call(videoRoutes.uploadOmnisearch, { passthrough }));
      await assert.rejects(Promise.race(calls), (error) => error instanceof CallError && error.code === 'busy');
      db.transaction = transaction;
      held.resolve();
      const made = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
      assert.equal(made.length, 8);
      await waitUntilProcessed(suite.member, passthrough);
    });

    it('overwrite no text that its writer has not seen', async () => {
      await call(videoRoutes.save, { passthrough, title: 'As it was' });
      const from = (title: string) => ({ passthrough, title, before: { title: 'As it was' } });
      const both = await Promise.allSettled(['Mine', 'Yours'].map((title) => call(videoRoutes.save, from(title))));
      const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason as CallError] : []));
      assert.deepEqual(
        refused.map(({ status, code }) => [status, code]),
        [[409, 'text_changed']],
      );
      const { title } = await fetchAsset(suite.member, passthrough);
      assert.equal(title, both[0]?.status === 'fulfilled' ? 'Mine' : 'Yours');
      // Another of its texts is nobody's business.
      await call(videoRoutes.save, {
        passthrough,
        summary: 'A summary',
        before: { summary: (await fetchAsset(suite.member, passthrough)).summary },
      });
    });

    it('refuses changes of a video in any order, when it is deleted', async () => {
      const calls = [
        ...kinds.map((kind, n) => kind(n)),
        call(videoRoutes.delete, { id: passthrough }),
        ...kinds.map((kind, n) => kind(n)),
      ];
      for (const call of await Promise.allSettled(calls))
        if (call.status === 'rejected') {
          const status = call.reason instanceof CallError ? call.reason.status : 500;
          assert.ok(status < 500, String(call.reason));
        }
      await suite.settle();
      const { data } = await call(videoRoutes.list, { userId: suite.member.session.id });
      assert.deepEqual(data, []);
    });
  },
);
