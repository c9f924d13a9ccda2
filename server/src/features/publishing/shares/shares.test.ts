import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import {
  type ShareLink,
  sharePath,
  type SharedVideo,
  shareOwnerRoutes,
  shareRoutes,
} from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour, minute } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

const refused = (code: string) => (error: unknown) => error instanceof CallError && error.code === code;
const viewer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describeRecordings('links to recordings', ['webinar'], { now: new Date() }, (suite) => {
  type Wish = Omit<Parameters<typeof suite.member.call<typeof shareOwnerRoutes.create>>[1], 'passthrough'>;
  const share = async (wish: Wish = {}): Promise<ShareLink> =>
    (await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.webinar.id, ...wish })).data;
  const keyOf = ({ url }: ShareLink): string => url.split('/').at(-1)!;
  const enter = async (of: ShareLink, password?: string): Promise<SharedVideo> =>
    (await suite.server.call(shareRoutes.open, { key: keyOf(of), ...(password === undefined ? {} : { password }) }))
      .data;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, suite.server.origin), { headers });
  const status = async (path: string): Promise<number> => {
    const response = await get(path);
    await response.arrayBuffer();
    return response.status;
  };
  const revoke = (of: ShareLink, revoked = true) => suite.member.call(shareOwnerRoutes.revoke, { id: of.id, revoked });
  const list = async (): Promise<ShareLink[]> =>
    (await suite.member.call(shareOwnerRoutes.shares, { passthrough: suite.webinar.id })).data;
  const setOwner = (change: { is_active?: boolean; membership_end?: Date }) =>
    suite.db.updateTable('users').set(change).where('id', '=', suite.member.session.id).execute();

  it('shows the recording of a share link without a cookie and without its own playback id', async () => {
    const whole = await share();
    assert.match(whole.url, /\/s\/[\w-]{24}$/);
    const response = await get(whole.url);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('set-cookie'), null);
    assert.equal(response.headers.get('x-robots-tag'), 'noindex, nofollow');
    assert.match(response.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    assert.match(html, /<meta name="robots" content="noindex, nofollow">/);
    assert.ok(html.includes(suite.webinar.chapters[1]!.title) && html.includes('Grace Holt'));
    for (const secret of [
      suite.webinar.playback_id,
      suite.webinar.id,
      suite.webinar.assetId,
      suite.member.session.id,
      suite.member.email,
    ])
      assert.ok(!html.includes(secret), secret);
    const shown = await enter(whole);
    assert.deepEqual([shown.part, shown.part_of], [null, null]);
    assert.equal(shown.video.duration, suite.webinar.duration);
    const media = `/media/${shown.video.playback_id}`;
    for (const file of ['master.m3u8', 'video.m3u8', 'segment-0.m4s', 'storyboard.vtt', 'captions.vtt', 'iframes.m3u8'])
      assert.equal(await status(`${media}/${file}`), 200, file);
    assert.equal(await status(shown.video.thumbnail!), 200);
    const hidden = await share({ shows_transcript: false });
    assert.deepEqual((await enter(hidden)).video.cues, []);
    assert.match(await (await get(hidden.url)).text(), /"cues":\[\]/);
    assert.doesNotMatch(html, /"cues":\[\]/);
  });

  it('opens only the media segments of the chapter or clip that a share link shows', async () => {
    const chapter = suite.webinar.chapters[1]!;
    const whole = await enter(await share());
    const count = (playlist: string): number => playlist.match(/segment-/g)!.length;
    const all = count(await (await get(`/media/${whole.video.playback_id}/video.m3u8`)).text());
    const clip = { start: chapter.start_seconds + 4, end: chapter.start_seconds + 9, title: 'The point' };
    for (const [wish, title, from, to] of [
      [{ chapter: chapter.id }, chapter.title, chapter.start_seconds, chapter.end_seconds],
      [clip, clip.title, clip.start, clip.end],
    ] as const) {
      const made = await share(wish);
      assert.deepEqual([made.kind === 'video', made.title, made.start, made.end], [false, title, from, to]);
      const shown = await enter(made);
      assert.deepEqual([shown.video.title, shown.part_of, shown.video.storyboard], [title, suite.webinar.title, null]);
      const { start, end } = shown.part!;
      assert.ok(Math.abs(end - start - (to - from)) < 1e-6 && start >= 0 && end <= shown.video.duration + 1e-6);
      const media = `/media/${shown.video.playback_id}`;
      const playlist = await (await get(`${media}/video.m3u8`)).text();
      const segments = [...playlist.matchAll(/segment-(\d+)\.m4s/g)].map(([, n]) => Number(n));
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, length]) => sum + Number(length), 0);
      assert.ok(Math.abs(seconds - shown.video.duration) < 0.01);
      assert.ok(segments.length < all && segments[0]! > 0, String(segments));
      assert.doesNotMatch(await (await get(`${media}/master.m3u8`)).text(), /I-FRAME/);
      assert.equal(await status(`${media}/segment-${segments[0]!}.m4s`), 200);
      for (const file of [
        `segment-${segments[0]! - 1}.m4s`,
        `segment-${segments.at(-1)! + 1}.m4s`,
        'iframes.m3u8',
        'keyframe-0.m4s',
        'storyboard.vtt',
        'storyboard-0.jpg',
      ])
        assert.equal(await status(`${media}/${file}`), 404, file);
      // Its words are those said in it, at the times of its own time line.
      const cues = webvttCues(await (await get(`${media}/captions.vtt`)).text());
      const said = webvttCues(suite.webinar.vtt).filter((cue) => cue.end > from && cue.start < to);
      assert.deepEqual(
        cues.map(({ text }) => text),
        said.map(({ text }) => text),
      );
      assert.deepEqual(
        shown.video.cues.map(({ text }) => text),
        said.map(({ text }) => text),
      );
      assert.ok(cues[0]!.start >= start - 0.01 && cues.at(-1)!.end <= end + 0.01);
      assert.deepEqual(
        shown.video.chapters.map(({ id }) => id),
        [chapter.id],
      );
      assert.equal(await status(shown.video.thumbnail!), 200);
      assert.equal(await status(`${media}/thumbnail.jpg?time=100000`), 200);
    }
    const clipped = (await enter(await share(clip))).video.chapters[0]!;
    assert.equal(clipped.summary, '');
    assert.equal((await enter(await share({ chapter: chapter.id }))).video.chapters[0]!.summary, chapter.summary);
  });

  it('opens a locked share link only with its password, and limits wrong tries', async () => {
    const locked = await share({ password: 'open sesame please' });
    assert.equal(locked.has_password, true);
    const page = await (await get(locked.url)).text();
    assert.match(page, /needs a password/);
    assert.ok(!page.includes(suite.webinar.title) && !page.includes('/media/'));
    await assert.rejects(enter(locked), refused('share_locked'));
    // Right ones use nothing up.
    for (let n = 0; n < 12; n += 1) await enter(locked, 'open sesame please');
    const { video: shown } = await enter(locked, 'open sesame please');
    assert.equal(await status(`/media/${shown.playback_id}/segment-0.m4s`), 200);
    for (let n = 0; n < 10; n += 1)
      await assert.rejects(enter(locked, `guess number ${n}`), refused('share_password_wrong'));
    await assert.rejects(enter(locked, 'open sesame please'), refused('too_many_tries'));
    suite.clock.at = new Date(suite.now().getTime() + 16 * minute);
    await enter(locked, 'open sesame please');
    const stored = await suite.db.selectFrom('shares').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes('sesame'));
    await assert.rejects(share({ password: 'short' }), refused('password_weak'));
  });

  it('ends share links when revoked, expired or without recording, and pauses them with the account', async () => {
    const made = await share({ ends_at: new Date(suite.now().getTime() + hour).toISOString() });
    const { playback_id } = (await enter(made)).video;
    const files = ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s', 'captions.vtt', 'thumbnail.jpg'];
    const opens = async (code: number, text: RegExp): Promise<void> => {
      const page = await get(made.url);
      const html = await page.text();
      assert.equal(page.status, code);
      assert.match(html, text);
      assert.match(html, /<meta name="robots" content="noindex">|nofollow/);
      for (const file of files) {
        const answer = await status(`/media/${playback_id}/${file}`);
        assert.equal(answer < 400, code < 400, `${file}: ${answer}`);
      }
    };
    await opens(200, /webinar/);
    assert.equal((await revoke(made)).data.state, 'revoked');
    await opens(410, /has revoked/);
    await assert.rejects(enter(made), refused('share_revoked'));
    await revoke(made, false);
    await opens(200, /webinar/);
    await setOwner({ is_active: false });
    await opens(403, /not available at the moment/);
    await setOwner({ is_active: true, membership_end: new Date(suite.now().getTime() - 1000) });
    await opens(403, /not available at the moment/);
    await setOwner({ membership_end: new Date(suite.now().getTime() + 48 * hour) });
    suite.clock.at = new Date(suite.now().getTime() + 2 * hour);
    await opens(410, /has expired/);
    assert.equal((await list()).find(({ id }) => id === made.id)!.state, 'ended');
    const unknown = await get(sharePath('x'.repeat(24)));
    assert.equal(unknown.status, 404);
    assert.match(await unknown.text(), /does not work/);
    // A signature for one link opens no other, and none without it.
    const forged = playback_id.replace(made.id, crypto.randomUUID());
    assert.equal(await status(`/media/${forged}/master.m3u8`), 404);
  });

  it('rejects share links that would show nothing or would end in the past', async () => {
    await assert.rejects(
      share({ ends_at: new Date(suite.now().getTime() - 1000).toISOString() }),
      refused('share_end_past'),
    );
    for (const part of [{ start: 5, end: 5 }, { start: 5 }, { end: 5 }, { start: 0, end: suite.webinar.duration + 1 }])
      await assert.rejects(share(part), refused('share_part_wrong'));
    await assert.rejects(share({ chapter: crypto.randomUUID() }), refused('not_found'));
    const open = (await list()).filter(({ state }) => state === 'open');
    await suite.db
      .insertInto('shares')
      .values(
        Array.from({ length: 100 - open.length }, (_, n) => ({
          key: `full-${n}`,
          video_id: suite.webinar.id,
          kind: 'video' as const,
        })),
      )
      .execute();
    await assert.rejects(share(), refused('shares_too_many'));
    const one = (await list())[0]!;
    await revoke(one);
    await share();
    await assert.rejects(revoke(one, false), refused('shares_too_many'));
    assert.equal((await list()).find(({ id }) => id === one.id)!.state, 'revoked');
    await suite.db.deleteFrom('shares').where('key', 'like', 'full-%').execute();
  });

  it('keeps a thousand share links per recording, and removes the oldest closed ones', async () => {
    const { kysely } = suite.world.database;
    const before = await list();
    await kysely
      .insertInto('shares')
      .values(
        Array.from({ length: 1000 - before.length }, (_, n) => ({
          key: `old-${n}`,
          video_id: suite.webinar.id,
          kind: 'video' as const,
          revoked_at: new Date(n),
          created_at: new Date(n),
        })),
      )
      .execute();
    const made = await share();
    const keys = (await list()).map(keyOf);
    assert.deepEqual(
      [keys.length, keys.includes(keyOf(made)), keys.includes('old-0'), keys.includes('old-1')],
      [1000, true, false, true],
    );
    assertEvery(before, (one) => keys.includes(keyOf(one)));
    await kysely.deleteFrom('shares').where('key', 'like', 'old-%').execute();
  });

  it('count how often they are watched, without telling viewers apart, and neither programs nor floods', async () => {
    const made = await share();
    const send = async (headers: Record<string, string>, events: object[]): Promise<number> => {
      const response = await fetch(`${suite.server.origin}/api/s/${keyOf(made)}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ events }),
      });
      return ((await response.json()) as { taken: number }).taken;
    };
    const play = { kind: 'play' };
    assert.equal(await send({ 'user-agent': 'Googlebot/2.1' }, [play]), 0);
    assert.equal(await send(viewer, [play]), 1);
    let taken = 1;
    for (let n = 0; n < 8; n += 1)
      taken += await send(
        viewer,
        Array.from({ length: 50 }, () => play),
      );
    assert.equal(taken, 240);
    const counted = (await list()).find(({ id }) => id === made.id)!;
    assert.equal(counted.views, 240);
    assert.ok(counted.viewed_at !== null);
    const stored = JSON.stringify(await suite.db.selectFrom('shares').selectAll().execute());
    assert.ok(!stored.includes('127.0.0.1') && !stored.includes('Mozilla'));
  });

  it('behind a password count what those did who had it', async () => {
    // In this minute the network has already reached its limit of counted events.
    suite.clock.at = new Date(suite.now().getTime() + minute);
    const made = await share({ password: 'open sesame' });
    const other = await share({ password: 'open barley' });
    const send = async (grant?: string): Promise<unknown> => {
      const response = await fetch(`${suite.server.origin}/api/s/${keyOf(made)}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...viewer },
        body: JSON.stringify({ events: [{ kind: 'play' }], ...(grant === undefined ? {} : { playback_id: grant }) }),
      });
      return ((await response.json()) as { code?: string; taken?: number }).code ?? 'taken';
    };
    const { playback_id: grant } = (await enter(made, 'open sesame')).video;
    const { playback_id: foreign } = (await enter(other, 'open barley')).video;
    for (const wrong of [undefined, '', foreign, `${grant}x`, suite.webinar.playback_id])
      assert.equal(await send(wrong), 'share_locked');
    assert.equal(await send(grant), 'taken');
    assert.equal((await list()).find(({ id }) => id === made.id)!.views, 1);
  });

  it('go with their recording', async () => {
    const made = await share();
    const { playback_id } = (await enter(made)).video;
    await suite.member.call(videoRoutes.delete, { id: suite.webinar.id });
    await assert.rejects(
      enter(made),
      (error) => error instanceof CallError && ['share_ended', 'share_unknown'].includes(error.code ?? ''),
    );
    assert.ok((await status(`/media/${playback_id}/master.m3u8`)) >= 400);
    await assert.rejects(revoke(made), refused('not_found'));
  });
});
