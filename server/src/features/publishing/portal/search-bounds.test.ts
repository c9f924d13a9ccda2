import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { portalOwnerRoutes, portalRoutes } from '@lectern/contract/publishing/portal';
import { day } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../../test/assert-every.ts';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/member.ts';
import { openRecordedWorld } from '../../../../test/recorded.ts';
import type { TestWorld } from '../../../../test/world.ts';
import { cuesOf, saveSpans, buildCueSearchTexts } from '../../transcripts/cues.ts';

const line = 'We so do it by assembling photovoltaic collectors underneath cantilevered galvanised scaffolding';

oneDatabase((database, open) => {
  describe(`a search by strangers on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let token: string;

    before(async () => {
      const recorded = await openRecordedWorld(open, ['webinar']);
      ({ place, server } = recorded);
      const {
        member: owner,
        webinar: { id },
      } = recorded;
      const { kysely } = server.world.database;
      await kysely
        .updateTable('cues')
        .set({ text: line })
        .where('video_id', '=', id)
        .where('position', '=', 0)
        .execute();
      await server.world.database.transaction((tx) =>
        saveSpans(tx, id, buildCueSearchTexts([{ start: 0, end: 1, text: line }])),
      );
      await kysely
        .updateTable('users')
        .set({ plan: 'professional', membership_end: new Date(Date.now() + 30 * day) })
        .where('id', '=', owner.session.id)
        .execute();
      token = (await owner.call(portalOwnerRoutes.generate, {})).data.token;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const find = async (q: string) => (await server.call(portalRoutes.search, { token, q })).data;
    const finds = async (q: string): Promise<boolean> => (await find(q)).some(({ text }) => text.includes(line));

    it('looks for six words, the longest, and for short ones beside a longer alone', async () => {
      const longest = 'scaffolding galvanised cantilevered underneath collectors photovoltaic';
      assert.ok(await finds(longest));
      assert.ok(await finds(`zzz qqq ${longest}`), 'of more words the longest six decide');
      assert.ok(!(await finds('zzz scaffolding')));
      assert.ok(await finds('it scaffolding'));
      assert.ok(!(await finds('zq scaffolding')));
      assert.ok(await finds('so do it by'), 'a phrase is one thing to look for, however short its words');
      assert.ok(!(await finds('by it do so')));
      assert.deepEqual(await find('by it do so we '.repeat(13)), []);
    });

    it('tells how many places there are and shows all of one webinar, when they are more than the first ones', async () => {
      const { kysely } = server.world.database;
      const { video_id: id } = await kysely.selectFrom('portal_videos').select('video_id').executeTakeFirstOrThrow();
      const before = await cuesOf(kysely, id);
      const lines = before.slice(1).map((cue) => ({ ...cue, text: 'A zebra crossing.' }));
      const spans = buildCueSearchTexts(lines);
      await server.world.database.transaction((tx) => saveSpans(tx, id, [{ text: '', own: 0 }, ...spans]));
      const said = kysely.updateTable('cues').set({ text: 'A zebra crossing.' }).where('video_id', '=', id);
      await said.where('position', '>', 0).execute();
      const { data, totals } = await server.call(portalRoutes.search, { token, q: 'crossing zebra' });
      assert.ok(lines.length > 4);
      const { key } = data[0]!;
      assert.deepEqual([data.length, totals], [4, { [key]: lines.length }]);
      const alone = await server.call(portalRoutes.search, { token, q: 'zebra crossing', in: key });
      assert.deepEqual([alone.data.length, alone.totals], [lines.length, { [key]: lines.length }]);
      assertEvery(alone.data.slice(1), ({ text }) => text === 'A zebra crossing.');
      assert.deepEqual(await server.call(portalRoutes.search, { token, q: 'zebra', in: 'another' }), {
        data: [],
        totals: {},
      });
      const found = await (await fetch(`${server.origin}/portal/${token}?q=zebra`)).text();
      const all = /href="([^"]+)"[^>]*>Show all (\d+)/.exec(found.replaceAll('<!-- -->', ''))!;
      assert.equal(all[2], String(lines.length));
      const shown = await (await fetch(`${server.origin}${all[1]!.replaceAll('&amp;', '&')}`)).text();
      assert.equal(shown.split('<mark>zebra</mark>').length - 1, lines.length);
      await kysely.updateTable('videos').set({ title: 'The zebra' }).where('id', '=', id).execute();
      const titled = await server.call(portalRoutes.search, { token, q: 'zebra' });
      assert.deepEqual([titled.data[0]!.field, titled.data.length, titled.totals], ['title', 5, totals]);
      await server.world.database.transaction((tx) => saveSpans(tx, id, buildCueSearchTexts(before)));
    });

    if (database === 'PostgreSQL')
      it('runs one portal search per network at a time, and gives up when it takes too long', async () => {
        const { pool } = server.world.database;
        const holder = await pool.connect();
        try {
          await holder.query('begin; lock table cues in access exclusive mode');
          const refused: unknown[] = [];
          const asked = Array.from({ length: 9 }, () =>
            find('scaffolding').catch((error: unknown) => {
              refused.push(error);
              return undefined;
            }),
          );
          const running = async (): Promise<number> => {
            const { rows } = await pool.query<{ count: number }>(
              `select count(*)::int as count from pg_stat_activity where state = 'active' and query like $1`,
              ['%hit as materialized (%'],
            );
            return rows[0]!.count;
          };
          await eventually(async () => ((await running()) > 0 ? true : undefined), 'a search');
          assert.equal(await running(), 1);
          // One came when eight were there, and one has had its time.
          await eventually(async () => (refused.length > 1 ? true : undefined), 'the end of a search');
          await holder.query('rollback');
          const found = (await Promise.all(asked)).filter((moments) => moments !== undefined);
          assert.equal(found.length, 7);
          assertEvery(refused, (error) => error instanceof CallError && error.code === 'busy');
        } finally {
          await holder.query('rollback');
          holder.release();
        }
        assert.ok(await finds('scaffolding'));
      });
  });
});
