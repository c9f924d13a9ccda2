import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { day } from '@lectern/contract/rules/durations';
import type { Chapter } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { describeRecordings } from '../../../../test/describe-server.ts';

const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describeRecordings('what visitors of a portal do', ['short'], { now: new Date() }, (suite) => {
  let chapter: Chapter;
  let token: string;
  let key: string;
  before(async () => {
    chapter = suite.short.chapters[0]!;
    const db = suite.db;
    await db.updateTable('users').set({ plan: 'professional' }).where('id', '=', suite.member.session.id).execute();
    token = (await suite.member.call(portalOwnerRoutes.generate, {})).data.token;
    key = (await db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow()).key;
  });

  const sendTo = async (to: string, events: object[], headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(`${suite.server.origin}/api/portal/${to}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...visitor, ...headers },
      body: JSON.stringify({ events }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { taken: number }).taken;
  };

  it('counts what visitors do, without telling them apart, and neither bots nor floods', async () => {
    const send = (events: object[], headers?: Record<string, string>) => sendTo(token, events, headers);
    const play = { kind: 'play', video: key };
    assert.equal(await send([play], { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }), 0);
    assert.equal(
      await send([
        play,
        play,
        { kind: 'play', video: 'unknown' },
        { kind: 'watched', video: key, chapter: chapter.id, share: 1 },
        { kind: 'watched', video: key, chapter: chapter.id, share: 0.25 },
        { kind: 'watched', video: key, chapter: chapter.id, share: 0.25, more: true },
        { kind: 'watched', video: key, chapter: crypto.randomUUID(), share: 1 },
        { kind: 'search', keyword: ' Zeppelin  Flights', found: 0 },
        { kind: 'search', keyword: 'budget', found: 3 },
        { kind: 'search', keyword: 'ada@example.org', found: 0 },
        { kind: 'quote', video: key, chapter: chapter.id, n: 0 },
      ]),
      9,
    );
    const { data } = await suite.member.call(portalOwnerRoutes.statistics, { days: 7 });
    assert.equal(data.days.length, 7);
    assert.equal(data.days.at(-1)?.plays, 2);
    assert.deepEqual(data.videos, [{ id: suite.short.id, title: suite.short.title, plays: 2 }]);
    assert.deepEqual(
      data.chapters.map(({ title, views, share }) => [title, views, share]),
      [[chapter.title, 2, 0.75]],
    );
    assert.deepEqual(data.missed, [{ keyword: 'zeppelin flights', count: 1 }]);
    assert.equal(data.searches, 2);
    const quotes = [{ video: suite.short.id, text: chapter.quote[0]!.quote, shared: 1 }];
    assert.deepEqual(data.quotes, quotes);
    const { kysely } = suite.world.database;
    const before = JSON.stringify([{ quote: 'Another one before it.', timecode: '00:00:00', edited: true }]);
    await sql`update chapters set quotes = ${before}::jsonb || quotes where id = ${chapter.id}`.execute(kysely);
    assert.deepEqual((await suite.member.call(portalOwnerRoutes.statistics, { days: 7 })).data.quotes, quotes);
    // As older versions counted, by place.
    await sql`update portal_counts set detail = ${`${chapter.id}.0`} where kind = 'quote'`.execute(kysely);
    assert.deepEqual(
      (await suite.member.call(portalOwnerRoutes.statistics, { days: 7 })).data.quotes.map(({ text }) => text),
      ['Another one before it.'],
    );
    await sql`update chapters set quotes = quotes - 0 where id = ${chapter.id}`.execute(kysely);
    const { name, csv } = await suite.member.call(portalOwnerRoutes.statisticsCsv, { days: 7 });
    assert.match(name, /^portal \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
    assert.equal(csv.split('\r\n')[0], '\ufeff"day","what","video","chapter or words","count","share watched"');
    assert.ok(csv.includes(',"missed","","zeppelin flights",1,'));
    // The view began on a day that is not asked for.
    await suite.db.updateTable('portal_counts').set({ count: 0 }).where('kind', '=', 'watched').execute();
    assert.deepEqual((await suite.member.call(portalOwnerRoutes.statistics, { days: 7 })).data.chapters, []);
    assert.match((await suite.member.call(portalOwnerRoutes.statisticsCsv, { days: 7 })).csv, /,"watched",.*,0,""\r\n/);

    let taken = 0;
    for (let batch = 0; batch < 10; batch += 1) taken += await send(Array.from({ length: 50 }, () => play));
    assert.ok(taken <= 240, String(taken));
    const stored = await suite.db.selectFrom('portal_counts').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes('127.0.0.1') && !JSON.stringify(stored).includes('Mozilla'));
  });

  it('reveals nothing of other members, when their ids are sent as portal events', async () => {
    suite.clock.at = new Date(suite.now().getTime() + day);
    const db = suite.db;
    const other = await suite.signUp();
    await db.updateTable('users').set({ plan: 'professional' }).where('id', '=', other.session.id).execute();
    const { token: theirs } = (await other.call(portalOwnerRoutes.generate, {})).data;
    assert.equal(await sendTo(theirs, [{ kind: 'search', keyword: chapter.id.toUpperCase(), found: 0 }]), 0);
    const csv = async () => (await other.call(portalOwnerRoutes.statisticsCsv, { days: 7 })).csv;
    assert.ok(!(await csv()).includes(chapter.id));
    // As earlier versions kept it.
    const missed = { user_id: other.session.id, day: suite.now().toISOString().slice(0, 10), kind: 'missed' as const };
    await db
      .insertInto('portal_counts')
      .values({ ...missed, video_id: null, detail: chapter.id, count: 1, amount: 0 })
      .execute();
    const told = await csv();
    assert.ok(told.includes(`,"missed","","${chapter.id}",1,`), told);
    assert.ok(!told.includes(chapter.title), told);
  });
});
