import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { portalOwnerRoutes, portalRoutes } from '@lectern/contract/publishing/portal';
import { day } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { buildCueSearchTexts, cuesOf, saveSpans } from '../../transcripts/cues.ts';

const line = 'We so do it by assembling photovoltaic collectors underneath cantilevered galvanised scaffolding';

describeRecordings('a search by strangers', ['webinar'], {}, (suite) => {
  let token: string;
  let id: string;

  before(async () => {
    ({ id } = suite.webinar);
    await suite.db
      .updateTable('cues')
      .set({ text: line })
      .where('video_id', '=', id)
      .where('position', '=', 0)
      .execute();
    await save(buildCueSearchTexts([{ start: 0, end: 1, text: line }]));
    await suite.changeUser(suite.member, { plan: 'professional', membership_end: new Date(Date.now() + 30 * day) });
    token = (await suite.member.call(portalOwnerRoutes.generate, {})).data.token;
  });

  const save = (texts: ReturnType<typeof buildCueSearchTexts>) =>
    suite.world.database.transaction((tx) => saveSpans(tx, id, texts));
  const search = (q: string, only?: string) =>
    suite.server.call(portalRoutes.search, { token, q, ...(only === undefined ? {} : { in: only }) });
  const find = async (q: string): Promise<boolean> => (await search(q)).data.some(({ text }) => text.includes(line));

  it('looks for six words, the longest, and for short ones beside a longer alone', async () => {
    const longest = 'scaffolding galvanised cantilevered underneath collectors photovoltaic';
    for (const [words, isFound] of [
      [longest, true],
      // The longest six of more words decide.
      [`zzz qqq ${longest}`, true],
      ['zzz scaffolding', false],
      ['it scaffolding', true],
      ['zq scaffolding', false],
      // A phrase is one thing to look for, however short its words.
      ['so do it by', true],
      ['by it do so', false],
    ] as const)
      assert.equal(await find(words), isFound, words);
    assert.deepEqual((await search('by it do so we '.repeat(13))).data, []);
  });

  it('tells how many places there are and shows all of one webinar, when they are more than the first ones', async () => {
    const before = await cuesOf(suite.db, id);
    const lines = before.slice(1).map((cue) => ({ ...cue, text: 'A zebra crossing.' }));
    await save([{ text: '', own: 0 }, ...buildCueSearchTexts(lines)]);
    const said = suite.db.updateTable('cues').set({ text: 'A zebra crossing.' }).where('video_id', '=', id);
    await said.where('position', '>', 0).execute();
    const { data, totals } = await search('crossing zebra');
    assert.ok(lines.length > 4);
    const { key } = data[0]!;
    assert.deepEqual([data.length, totals], [4, { [key]: lines.length }]);
    const alone = await search('zebra crossing', key);
    assert.deepEqual([alone.data.length, alone.totals], [lines.length, totals]);
    assertEvery(alone.data.slice(1), ({ text }) => text === 'A zebra crossing.');
    assert.deepEqual(await search('zebra', 'another'), { data: [], totals: {} });
    const page = async (path: string) => (await fetch(suite.server.origin + path.replaceAll('&amp;', '&'))).text();
    const found = (await page(`/portal/${token}?q=zebra`)).replaceAll('<!-- -->', '');
    const all = /href="([^"]+)"[^>]*>Show all (\d+)/.exec(found)!;
    assert.equal(all[2], String(lines.length));
    assert.equal((await page(all[1]!)).split('<mark>zebra</mark>').length - 1, lines.length);
    await suite.db.updateTable('videos').set({ title: 'The zebra' }).where('id', '=', id).execute();
    const titled = await search('zebra');
    assert.deepEqual([titled.data[0]!.field, titled.data.length, titled.totals], ['title', 5, totals]);
    await save(buildCueSearchTexts(before));
  });

  it('runs one portal search per network at a time, and gives up when it takes too long', async () => {
    const { pool, kind } = suite.world.database;
    // The embedded engine has one session, and cannot be interrupted.
    if (kind === 'embedded') return;
    const holder = await pool.connect();
    try {
      await holder.query('begin; lock table cues in access exclusive mode');
      const refused: unknown[] = [];
      const asked = Array.from({ length: 9 }, () => search('scaffolding').catch((error) => void refused.push(error)));
      const running = async (): Promise<number> => {
        const { rows } = await pool.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where state = 'active' and query like $1`,
          ['%hit as materialized (%'],
        );
        return rows[0]!.count;
      };
      assert.equal(await eventually(async () => (await running()) || undefined, 'a search'), 1);
      // One came when eight were there, and one has had its time.
      await eventually(async () => refused.length > 1 || undefined, 'the end of a search');
      await holder.query('rollback');
      assert.equal((await Promise.all(asked)).filter((found) => found !== undefined).length, 7);
      assertEvery(refused, (error) => error instanceof CallError && error.code === 'busy');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    assert.ok(await find('scaffolding'));
  });
});
