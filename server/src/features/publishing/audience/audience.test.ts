import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { audienceRoutes, type WatchStatistics } from '@lectern/contract/publishing/audience';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { day } from '@lectern/contract/rules/durations';
import type { Chapter } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { keepKeySentences } from '../../../../test/upload.ts';

const viewer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

type Stretch = [from: number, to: number];

describeRecordings('what viewers watch and do', ['webinar'], { now: new Date() }, (suite) => {
  let portal: string;
  let key: string;
  let chapter: Chapter;
  before(async () => {
    const membership_end = new Date(suite.now().getTime() + 60 * day);
    for (const member of [suite.member, suite.stranger])
      await suite.changeUser(member, { plan: 'professional', membership_end });
    portal = `/api/portal/${(await suite.member.call(portalOwnerRoutes.generate, {})).data.token}/events`;
    key = (await suite.db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow()).key;
    chapter = suite.webinar.chapters[1]!;
    await keepKeySentences(suite.member, suite.webinar);
  });

  const pass = (milliseconds: number): void => void (suite.clock.at = new Date(suite.now().getTime() + milliseconds));
  const post = (path: string, events: object[], headers: Record<string, string> = viewer) =>
    fetch(suite.server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ events }),
    });
  const send = async (...request: Parameters<typeof post>): Promise<number> => {
    const response = await post(...request);
    assert.equal(response.status, 200);
    return ((await response.json()) as { taken: number }).taken;
  };
  /** Sends the same event more often than people do. */
  const flood = async (event: object): Promise<number> => {
    let taken = 0;
    for (let n = 0; n < 8; n += 1)
      taken += await send(
        portal,
        Array.from({ length: 50 }, () => event),
      );
    return taken;
  };
  const played = (...stretches: Stretch[]) => ({ kind: 'played', video: key, stretches });
  const watched = async (days = 30): Promise<WatchStatistics | undefined> =>
    (await suite.member.call(audienceRoutes.watched, { days, passthrough: suite.webinar.id })).data[0];
  const isAbout = (given: number | undefined, wanted: number, what: string): void =>
    assert.ok(given !== undefined && Math.abs(given - wanted) < 0.01, `${what}: ${given} instead of ${wanted}`);
  const statistics = async (whose = suite.member) => (await whose.call(portalOwnerRoutes.statistics, { days: 7 })).data;
  const statisticsCsv = (whose = suite.member) => whose.call(portalOwnerRoutes.statisticsCsv, { days: 7 });

  it('counts plays by time range and chapter, unless programs send them or they are beyond the end', async () => {
    assert.deepEqual((await suite.member.call(audienceRoutes.watched, {})).data, []);
    const length = suite.webinar.duration / 100;
    const { start_seconds: start, end_seconds: end } = chapter;
    assert.equal(await send(portal, [played([0, 5])], bot), 0);
    assert.equal(
      await send(portal, [
        played([0, 10 * length], [0, 5 * length]),
        played([start, end]),
        played([suite.webinar.duration + 1, suite.webinar.duration + 50]),
        { ...played([0, 50]), video: 'unknown' },
      ]),
      3,
    );
    const found = await watched();
    assert.deepEqual([found?.title, found?.links], [suite.webinar.title, 0]);
    isAbout(found?.parts[0], 2, 'the beginning');
    isAbout(found?.parts[7], 1, 'what was played once');
    // Time ranges at its ends belong partly to neighbouring chapters.
    const { times } = found!.chapters[1]!;
    assert.ok(times > 0.95 && times <= 1, `the second chapter: ${times}`);
    isAbout(found?.portal, 15 * length + end - start, 'seconds in the portal');
    assert.deepEqual((await suite.stranger.call(audienceRoutes.watched, {})).data, []);
  });

  it('takes what was played behind a link to its place in the recording', async () => {
    const before = (await watched())!;
    const wish = { passthrough: suite.webinar.id, start: 100, end: 130 };
    const { data: part } = await suite.member.call(shareOwnerRoutes.create, wish);
    const events = `/api${new URL(part.url).pathname}/events`;
    assert.equal(await send(events, [{ kind: 'play' }, { kind: 'played', stretches: [[10, 20]] }]), 2);
    // The segments around the part hold a little more, which is not shared.
    assert.equal(await send(events, [{ kind: 'played', stretches: [[28, 90]] }]), 1);
    const found = (await watched())!;
    isAbout(found.links, 12, 'seconds by links');
    isAbout(found.portal, before.portal, 'seconds in the portal');
    const added = (second: number): number => {
      const at = Math.floor((second * 100) / suite.webinar.duration);
      return found.parts[at]! - before.parts[at]!;
    };
    isAbout(added(115), 1, 'the middle of the part');
    isAbout(added(105), 0, 'what was not played of it');
    const { data: shares } = await suite.member.call(shareOwnerRoutes.shares, { passthrough: suite.webinar.id });
    assert.equal(shares[0]?.views, 1);
  });

  it('believes no report of more than a viewer can have played, and takes no more of them than people make', async () => {
    const before = (await watched())!;
    const all: Stretch = [0, suite.webinar.duration];
    await send(portal, [played(...Array.from({ length: 40 }, () => all))]);
    isAbout((await watched())!.portal - before.portal, 600, 'one report');
    for (const stretches of [[], [[5]], [['0', '5']], [[-1, 5]], Array.from({ length: 41 }, () => [0, 1])])
      assert.equal((await post(portal, [{ ...played(), stretches }])).status, 400, JSON.stringify(stretches));
    assert.ok((await flood(played([0, 1]))) <= 240);
  });

  it('returns plays of the requested days and stores nothing about viewers', async () => {
    pass(8 * day);
    assert.equal(await watched(7), undefined);
    await send(portal, [played([0, 6])]);
    isAbout((await watched(7))?.portal, 6, 'of this week');
    assert.ok((await watched(30))!.portal > 600);
    const stored = JSON.stringify(await suite.db.selectFrom('watch_buckets').selectAll().execute());
    assert.doesNotMatch(stored, /127\.0\.0\.1|Mozilla/);
  });

  it('counts what visitors do, without telling them apart, and neither bots nor floods', async () => {
    pass(8 * day);
    const play = { kind: 'play', video: key };
    const viewed = { kind: 'watched', video: key, chapter: chapter.id };
    assert.equal(await send(portal, [play], bot), 0);
    assert.equal(
      await send(portal, [
        play,
        play,
        { kind: 'play', video: 'unknown' },
        { ...viewed, share: 1 },
        { ...viewed, share: 0.25 },
        { ...viewed, share: 0.25, more: true },
        { ...viewed, chapter: crypto.randomUUID(), share: 1 },
        { kind: 'search', keyword: ' Zeppelin  Flights', found: 0 },
        { kind: 'search', keyword: 'budget', found: 3 },
        { kind: 'search', keyword: 'ada@example.org', found: 0 },
        { kind: 'quote', video: key, chapter: chapter.id, n: 0 },
      ]),
      9,
    );
    const { days, videos, chapters, missed, searches, quotes } = await statistics();
    assert.deepEqual([days.length, days.at(-1)?.plays, searches], [7, 2, 2]);
    assert.deepEqual(videos, [{ id: suite.webinar.id, title: suite.webinar.title, plays: 2 }]);
    assert.deepEqual(
      chapters.map(({ title, views, share }) => [title, views, share]),
      [[chapter.title, 2, 0.75]],
    );
    assert.deepEqual(missed, [{ keyword: 'zeppelin flights', count: 1 }]);
    assert.deepEqual(quotes, [{ video: suite.webinar.id, text: chapter.quote[0]!.quote, shared: 1 }]);
    const { name, csv } = await statisticsCsv();
    assert.match(name, /^portal \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
    assert.equal(csv.split('\r\n')[0], '\ufeff"day","what","video","chapter or words","count","share watched"');
    assert.ok(csv.includes(',"missed","","zeppelin flights",1,'));
    // The view began on a day that is not asked for.
    await suite.db.updateTable('portal_counts').set({ count: 0 }).where('kind', '=', 'watched').execute();
    assert.deepEqual((await statistics()).chapters, []);
    assert.match((await statisticsCsv()).csv, /,"watched",.*,0,""\r\n/);
    assert.ok((await flood(play)) <= 240);
    const stored = JSON.stringify(await suite.db.selectFrom('portal_counts').selectAll().execute());
    assert.doesNotMatch(stored, /127\.0\.0\.1|Mozilla/);
  });

  it('reveals nothing of other members, when their ids are sent as portal events', async () => {
    pass(day);
    const { token } = (await suite.stranger.call(portalOwnerRoutes.generate, {})).data;
    const search = { kind: 'search', keyword: chapter.id.toUpperCase(), found: 0 };
    assert.equal(await send(`/api/portal/${token}/events`, [search]), 0);
    const csv = async () => (await statisticsCsv(suite.stranger)).csv;
    assert.ok(!(await csv()).includes(chapter.id));
    // As earlier versions kept it.
    const today = { workspace_id: suite.stranger.session.id, day: suite.now().toISOString().slice(0, 10) };
    const missed = { ...today, kind: 'missed' as const, video_id: null, detail: chapter.id, count: 1, amount: 0 };
    await suite.db.insertInto('portal_counts').values(missed).execute();
    const told = await csv();
    assert.ok(told.includes(`,"missed","","${chapter.id}",1,`) && !told.includes(chapter.title), told);
  });

  it('saves pending plays, when the server closes a moment later', async () => {
    const { data: link } = await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.webinar.id });
    pass(day);
    await send(portal, [played([0, 3]), { kind: 'play', video: key }]);
    await send(`/api${new URL(link.url).pathname}/events`, [{ kind: 'play' }]);
    await suite.restart();
    const today = suite.now().toISOString().slice(0, 10);
    const { seconds } = await suite.db
      .selectFrom('watch_buckets')
      .select('seconds')
      .where('day', '=', today)
      .executeTakeFirstOrThrow();
    isAbout(
      seconds.reduce((sum, each) => sum + each, 0),
      3,
      'seconds of today',
    );
    const plays = await suite.db.selectFrom('portal_counts').select('count').where('day', '=', today).execute();
    const shares = await suite.db.selectFrom('shares').select('views').where('id', '=', link.id).execute();
    assert.deepEqual([plays, shares], [[{ count: 1 }], [{ views: 1 }]]);
  });

  it('removes what was counted with the recording', async () => {
    // As the removal of a video does at last.
    await suite.db.deleteFrom('videos').where('id', '=', suite.webinar.id).execute();
    assert.deepEqual(await suite.db.selectFrom('watch_buckets').selectAll().execute(), []);
  });
});
