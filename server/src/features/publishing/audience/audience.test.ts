import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { audienceRoutes, type WatchStatistics } from '@lectern/contract/publishing/audience';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { day } from '@lectern/contract/rules/durations';
import { expectRefusal } from '../../../../test/refusals.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { openTestWorld } from '../../../../test/world.ts';

const viewer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describeRecordings('what viewers watch', ['webinar'], { now: new Date() }, (suite) => {
  let portal: string;
  let key: string;
  before(async () => {
    const db = suite.db;
    await db
      .updateTable('users')
      .set({ plan: 'professional', membership_end: new Date(suite.now().getTime() + 60 * day) })
      .where('id', '=', suite.member.session.id)
      .execute();
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    portal = `/api/portal/${token}/events`;
    key = (await db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow()).key;
  });

  const send = async (path: string, events: object[], headers: Record<string, string> = viewer): Promise<number> => {
    const response = await fetch(suite.server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ events }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { taken: number }).taken;
  };
  const played = (...stretches: [number, number][]) => ({ kind: 'played', video: key, stretches });
  const watched = async (days = 30): Promise<WatchStatistics | undefined> =>
    (await suite.member.call(audienceRoutes.watched, { days, passthrough: suite.webinar.id })).data[0];
  const isAbout = (given: number | undefined, wanted: number, what: string): void =>
    assert.ok(given !== undefined && Math.abs(given - wanted) < 0.01, `${what}: ${given} instead of ${wanted}`);

  it('returns no statistics, when nothing was watched', async () => {
    assert.deepEqual((await suite.member.call(audienceRoutes.watched, {})).data, []);
  });

  it('counts plays by time range and chapter, and ignores programs and times beyond the end', async () => {
    const length = suite.webinar.duration / 100;
    const second = suite.webinar.chapters[1]!;
    assert.equal(await send(portal, [played([0, 5])], { 'user-agent': 'Googlebot/2.1' }), 0);
    assert.equal(
      await send(portal, [
        played([0, 10 * length], [0, 5 * length]),
        played([second.start_seconds, second.end_seconds]),
        played([suite.webinar.duration + 1, suite.webinar.duration + 50]),
        { ...played([0, 50]), video: 'unknown' },
      ]),
      3,
    );
    const found = await watched();
    assert.equal(found?.title, suite.webinar.title);
    isAbout(found?.parts[0], 2, 'the beginning');
    isAbout(found?.parts[7], 1, 'what was played once');
    // Time ranges at its ends belong partly to neighbouring chapters.
    const { times } = found!.chapters[1]!;
    assert.ok(times > 0.95 && times <= 1, `the second chapter: ${times}`);
    isAbout(found?.portal, 15 * length + second.end_seconds - second.start_seconds, 'seconds in the portal');
    assert.equal(found?.links, 0);
  });

  it('takes what was played behind a link to its place in the recording', async () => {
    const before = (await watched())!;
    const { data: part } = await suite.member.call(shareOwnerRoutes.create, {
      passthrough: suite.webinar.id,
      start: 100,
      end: 130,
    });
    const events = `/api${new URL(part.url).pathname}/events`;
    assert.equal(await send(events, [{ kind: 'play' }, { kind: 'played', stretches: [[10, 20]] }]), 2);
    // The segments around the part hold a little more, which is not shared.
    assert.equal(await send(events, [{ kind: 'played', stretches: [[28, 90]] }]), 1);
    const found = (await watched())!;
    isAbout(found.links, 12, 'seconds by links');
    isAbout(found.portal, before.portal, 'seconds in the portal');
    const at = (second: number): number => Math.floor((second * 100) / suite.webinar.duration);
    isAbout(found.parts[at(115)]! - before.parts[at(115)]!, 1, 'the middle of the part');
    isAbout(found.parts[at(105)]! - before.parts[at(105)]!, 0, 'what was not played of it');
    const { data: shares } = await suite.member.call(shareOwnerRoutes.shares, { passthrough: suite.webinar.id });
    assert.equal(shares[0]?.views, 1);
  });

  it('believes no report of more than a viewer can have played, and takes no more of them than people make', async () => {
    const before = (await watched())!;
    await send(portal, [played(...Array.from({ length: 40 }, (): [number, number] => [0, suite.webinar.duration]))]);
    isAbout((await watched())!.portal - before.portal, 600, 'one report');
    for (const wrong of [[], [[5]], [['0', '5']], [[-1, 5]], Array.from({ length: 41 }, () => [0, 1])]) {
      const response = await fetch(suite.server.origin + portal, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...viewer },
        body: JSON.stringify({ events: [{ kind: 'played', video: key, stretches: wrong }] }),
      });
      assert.equal(response.status, 400, JSON.stringify(wrong));
    }
    let taken = 0;
    for (let n = 0; n < 8; n += 1)
      taken += await send(
        portal,
        Array.from({ length: 50 }, () => played([0, 1])),
      );
    assert.ok(taken <= 240, `${taken}`);
  });

  it('returns plays of the requested days and stores nothing about viewers', async () => {
    suite.clock.at = new Date(suite.now().getTime() + 8 * day);
    assert.equal(await watched(7), undefined);
    await send(portal, [played([0, 6])]);
    isAbout((await watched(7))?.portal, 6, 'of this week');
    assert.ok((await watched(30))!.portal > 600);
    const stored = JSON.stringify(await suite.db.selectFrom('watch_buckets').selectAll().execute());
    assert.ok(!stored.includes('127.0.0.1') && !stored.includes('Mozilla'));
  });

  it('hides the statistics of other members', async () => {
    const stranger = await suite.signUp();
    assert.deepEqual((await stranger.call(audienceRoutes.watched, {})).data, []);
    const { code } = await expectRefusal(stranger.call(audienceRoutes.watched, { passthrough: suite.webinar.id }));
    assert.equal(code, 'not_found');
  });

  it('saves pending plays, when the server closes a moment later', async () => {
    const before = (await watched(7))!;
    const { data: link } = await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.webinar.id });
    suite.clock.at = new Date(suite.now().getTime() + 60_000);
    await send(portal, [played([0, 3]), { kind: 'play', video: key }]);
    await send(`/api${new URL(link.url).pathname}/events`, [{ kind: 'play' }]);
    await suite.server.close();
    suite.server = await openTestWorld({ ...suite.place, now: () => suite.now() });
    const { kysely } = suite.world.database;
    const rows = await kysely.selectFrom('watch_buckets').select('seconds').where('place', '=', 'portal').execute();
    const plays = await kysely.selectFrom('portal_counts').select('count').where('kind', '=', 'play').execute();
    const { views } = await kysely
      .selectFrom('shares')
      .select('views')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    const today = rows.map(({ seconds }) => seconds.reduce((sum, each) => sum + each, 0));
    assert.ok(
      today.some((sum) => Math.abs(sum - before.portal - 3) < 0.01),
      `${today.join()} after ${before.portal}`,
    );
    assert.deepEqual([plays.map(({ count }) => count), views], [[1], 1]);
  });

  it('goes with the recording', async () => {
    const { kysely } = suite.world.database;
    // As the removal of a video does at last.
    await kysely.deleteFrom('videos').where('id', '=', suite.webinar.id).execute();
    assert.deepEqual(await kysely.selectFrom('watch_buckets').selectAll().execute(), []);
  });
});
