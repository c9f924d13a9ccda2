import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import {
  type ShareLink,
  sharePath,
  type SharedVideo,
  shareOwnerRoutes,
  shareRoutes,
} from '@lectern/contract/publishing/shares';
import { day, hour, minute } from '@lectern/contract/rules/durations';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

const viewer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describeRecordings('links to recordings', ['webinar'], { now: new Date() }, (suite) => {
  /** To the whole recording, which is shown in a portal too. */
  let link: ShareLink;
  let inPortal: string;
  before(async () => {
    await setOwner({ plan: 'professional', membership_end: later(30 * day) });
    link = await share();
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    const { library } = (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
    inPortal = portalPaths.watch(token, library[0]!.key!);
  });

  type Wish = Omit<Parameters<typeof suite.member.call<typeof shareOwnerRoutes.create>>[1], 'passthrough'>;
  const later = (milliseconds: number) => new Date(suite.now().getTime() + milliseconds);
  const share = async (wish: Wish = {}): Promise<ShareLink> =>
    (await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.webinar.id, ...wish })).data;
  const keyOf = ({ url }: ShareLink): string => url.split('/').at(-1)!;
  const enter = async (of: ShareLink, password?: string): Promise<SharedVideo> =>
    (await suite.server.call(shareRoutes.open, { key: keyOf(of), ...(password === undefined ? {} : { password }) }))
      .data;
  const get = async (path: string) => {
    const response = await fetch(new URL(path, suite.server.origin));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const statusOf = async (path: string): Promise<number> => (await get(path)).status;
  const page = async (path: string): Promise<string> => {
    const { status, text } = await get(path);
    assert.equal(status, 200, text.slice(0, 500));
    return text;
  };
  const revoke = (of: ShareLink, revoked = true) => suite.member.call(shareOwnerRoutes.revoke, { id: of.id, revoked });
  const list = async (): Promise<ShareLink[]> =>
    (await suite.member.call(shareOwnerRoutes.shares, { passthrough: suite.webinar.id })).data;
  const find = async (of: ShareLink) => (await list()).find(({ id }) => id === of.id)!;
  const setOwner = (change: { is_active?: boolean; membership_end?: Date; plan?: 'professional' }) =>
    suite.changeUser(suite.member, change);
  /** Stores so many other links of the recording, and removes them after `work`. */
  const beside = async (count: number, row: (n: number) => object, work: () => Promise<void>): Promise<void> => {
    const rows = Array.from({ length: count }, (_, n) => ({
      key: `other-${n}`,
      video_id: suite.webinar.id,
      kind: 'video' as const,
      ...row(n),
    }));
    await suite.db.insertInto('shares').values(rows).execute();
    await work();
    await suite.db.deleteFrom('shares').where('key', 'like', 'other-%').execute();
  };
  const sendPlays = async (of: ShareLink, count = 1, { grant, headers }: { grant?: string; headers?: object } = {}) => {
    const events = Array.from({ length: count }, () => ({ kind: 'play' }));
    const response = await fetch(`${suite.server.origin}/api/s/${keyOf(of)}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...viewer, ...headers },
      body: JSON.stringify({ events, ...(grant === undefined ? {} : { playback_id: grant }) }),
    });
    return (await response.json()) as { code?: string; taken?: number };
  };

  it('shows the recording of a share link without a cookie and without its own playback id', async () => {
    assert.match(link.url, /\/s\/[\w-]{24}$/);
    const { status, headers, text: html } = await get(link.url);
    assert.deepEqual(
      [status, headers.get('set-cookie'), headers.get('x-robots-tag')],
      [200, null, 'noindex, nofollow'],
    );
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    assert.match(html, /<meta name="robots" content="noindex, nofollow">/);
    assert.ok(html.includes(suite.webinar.chapters[1]!.title) && html.includes('Grace Holt'));
    const { playback_id, id, assetId } = suite.webinar;
    const [, own] = playback_id.split('.');
    for (const secret of [own!, id, assetId, suite.member.session.id, suite.member.email])
      assert.ok(!html.includes(secret), secret);
    const shown = await enter(link);
    assert.deepEqual([shown.part, shown.part_of, shown.video.duration], [null, null, suite.webinar.duration]);
    const media = `/media/${shown.video.playback_id}`;
    for (const file of ['master.m3u8', 'video.m3u8', 'segment-0.m4s', 'storyboard.vtt', 'captions.vtt', 'iframes.m3u8'])
      assert.equal(await statusOf(`${media}/${file}`), 200, file);
    assert.equal(await statusOf(shown.video.thumbnail!), 200);
    const hidden = await share({ shows_transcript: false });
    assert.deepEqual((await enter(hidden)).video.cues, []);
    assert.match(await page(hidden.url), /"cues":\[\]/);
    assert.doesNotMatch(html, /"cues":\[\]/);
  });

  it('opens only the media segments of the chapter or clip that a share link shows', async () => {
    const chapter = suite.webinar.chapters[1]!;
    const all = (await page(`/media/${(await enter(link)).video.playback_id}/video.m3u8`)).match(/segment-/g)!.length;
    const clip = { start: chapter.start_seconds + 4, end: chapter.start_seconds + 9, title: 'The point' };
    for (const [wish, title, from, to, summary] of [
      [{ chapter: chapter.id }, chapter.title, chapter.start_seconds, chapter.end_seconds, chapter.summary],
      [clip, clip.title, clip.start, clip.end, ''],
    ] as const) {
      const made = await share(wish);
      assert.deepEqual([made.kind === 'video', made.title, made.start, made.end], [false, title, from, to]);
      const { part, part_of, video } = await enter(made);
      assert.deepEqual([video.title, part_of, video.storyboard], [title, suite.webinar.title, null]);
      const { start, end } = part!;
      assert.ok(Math.abs(end - start - (to - from)) < 1e-6 && start >= 0 && end <= video.duration + 1e-6);
      const media = `/media/${video.playback_id}`;
      const playlist = await page(`${media}/video.m3u8`);
      const segments = [...playlist.matchAll(/segment-(\d+)\.m4s/g)].map(([, n]) => Number(n));
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, length]) => sum + Number(length), 0);
      assert.ok(Math.abs(seconds - video.duration) < 0.01);
      assert.ok(segments.length < all && segments[0]! > 0, String(segments));
      assert.doesNotMatch(await page(`${media}/master.m3u8`), /I-FRAME/);
      const [first, last] = [segments[0]!, segments.at(-1)!];
      for (const address of [`${media}/segment-${first}.m4s`, video.thumbnail!, `${media}/thumbnail.jpg?time=100000`])
        assert.equal(await statusOf(address), 200, address);
      const beyond = [`segment-${first - 1}.m4s`, `segment-${last + 1}.m4s`, 'keyframe-0.m4s'];
      for (const file of [...beyond, 'iframes.m3u8', 'storyboard.vtt', 'storyboard-0.jpg'])
        assert.equal(await statusOf(`${media}/${file}`), 404, file);
      // Its words are those said in it, at the times of its own time line.
      const cues = webvttCues(await page(`${media}/captions.vtt`));
      const said = webvttCues(suite.webinar.vtt).flatMap((cue) => (cue.end > from && cue.start < to ? cue.text : []));
      for (const lines of [cues, video.cues])
        assert.deepEqual(
          lines.map(({ text }) => text),
          said,
        );
      assert.ok(cues[0]!.start >= start - 0.01 && cues.at(-1)!.end <= end + 0.01);
      assert.deepEqual(
        video.chapters.map((each) => [each.id, each.summary]),
        [[chapter.id, summary]],
      );
    }
  });

  it('opens a locked share link only with its password, and limits wrong tries', async () => {
    const password = 'open sesame please';
    const locked = await share({ password });
    assert.equal(locked.has_password, true);
    const html = await page(locked.url);
    assert.match(html, /needs a password/);
    assert.ok(!html.includes(suite.webinar.title) && !html.includes('/media/'));
    await assert.rejects(enter(locked), { code: 'share_locked' });
    // Right ones use nothing up.
    for (let n = 0; n < 12; n += 1) await enter(locked, password);
    const { playback_id } = (await enter(locked, password)).video;
    assert.equal(await statusOf(`/media/${playback_id}/segment-0.m4s`), 200);
    for (let n = 0; n < 10; n += 1)
      await assert.rejects(enter(locked, `guess number ${n}`), { code: 'share_password_wrong' });
    await assert.rejects(enter(locked, password), { code: 'too_many_tries' });
    suite.clock.at = later(16 * minute);
    await enter(locked, password);
    assert.doesNotMatch(JSON.stringify(await suite.db.selectFrom('shares').selectAll().execute()), /sesame/);
    await assert.rejects(share({ password: 'short' }), { code: 'password_weak' });
  });

  it('ends share links when revoked, expired or without recording, and pauses them with the account', async () => {
    const made = await share({ ends_at: later(hour).toISOString() });
    const { playback_id } = (await enter(made)).video;
    const opens = async (status: number, text: RegExp): Promise<void> => {
      const { status: told, text: html } = await get(made.url);
      assert.equal(told, status);
      assert.match(html, text);
      assert.match(html, /<meta name="robots" content="noindex/);
      for (const file of ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s', 'captions.vtt', 'thumbnail.jpg'])
        assert.equal((await statusOf(`/media/${playback_id}/${file}`)) < 400, status < 400, file);
    };
    await opens(200, /webinar/);
    assert.equal((await revoke(made)).data.state, 'revoked');
    await opens(410, /has revoked/);
    await assert.rejects(enter(made), { code: 'share_revoked' });
    await revoke(made, false);
    await opens(200, /webinar/);
    await setOwner({ is_active: false });
    await opens(403, /not available at the moment/);
    await setOwner({ is_active: true, membership_end: later(-1000) });
    await opens(403, /not available at the moment/);
    await setOwner({ membership_end: later(30 * day) });
    suite.clock.at = later(2 * hour);
    await opens(410, /has expired/);
    assert.equal((await find(made)).state, 'ended');
    const unknown = await get(sharePath('x'.repeat(24)));
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /does not work/);
    // A signature for one link opens no other, and none without it.
    assert.equal(await statusOf(`/media/${playback_id.replace(made.id, crypto.randomUUID())}/master.m3u8`), 404);
  });

  it('rejects share links that would show nothing, would end in the past or are too many', async () => {
    await assert.rejects(share({ ends_at: later(-1000).toISOString() }), { code: 'share_end_past' });
    for (const part of [{ start: 5, end: 5 }, { start: 5 }, { end: 5 }, { start: 0, end: suite.webinar.duration + 1 }])
      await assert.rejects(share(part), { code: 'share_part_wrong' });
    await assert.rejects(share({ chapter: crypto.randomUUID() }), { code: 'not_found' });
    const open = (await list()).filter(({ state }) => state === 'open');
    await beside(
      100 - open.length,
      () => ({}),
      async () => {
        await assert.rejects(share(), { code: 'shares_too_many' });
        await revoke(open[0]!);
        await share();
        await assert.rejects(revoke(open[0]!, false), { code: 'shares_too_many' });
        assert.equal((await find(open[0]!)).state, 'revoked');
      },
    );
  });

  it('keeps a thousand share links per recording, and removes the oldest closed ones', async () => {
    const before = await list();
    const closed = (n: number) => ({ revoked_at: new Date(n), created_at: new Date(n) });
    await beside(1000 - before.length, closed, async () => {
      const made = await share();
      const keys = (await list()).map(keyOf);
      const kept = [keyOf(made), 'other-0', 'other-1'].map((key) => keys.includes(key));
      assert.deepEqual([keys.length, ...kept], [1000, true, false, true]);
      assertEvery(before, (one) => keys.includes(keyOf(one)));
    });
  });

  it('counts behind a password what those did who had it', async () => {
    // In this minute the network has already reached its limit of counted events.
    suite.clock.at = later(minute);
    const made = await share({ password: 'open sesame' });
    const other = await share({ password: 'open barley' });
    const { playback_id: grant } = (await enter(made, 'open sesame')).video;
    const { playback_id: foreign } = (await enter(other, 'open barley')).video;
    for (const wrong of [{}, ...['', foreign, `${grant}x`, suite.webinar.playback_id].map((each) => ({ grant: each }))])
      assert.equal((await sendPlays(made, 1, wrong)).code, 'share_locked');
    assert.equal((await sendPlays(made, 1, { grant })).taken, 1);
    assert.equal((await find(made)).views, 1);
  });

  /** Everything that shows the transcript to whoever asks. */
  const all = async (): Promise<string[]> => [
    await page(link.url),
    await page(inPortal),
    JSON.stringify(await enter(link)),
  ];

  it('serves kept public pages without reading their transcript again', async () => {
    const first = await all();
    for (const text of first) assert.ok(text.includes(suite.webinar.chapters[0]!.title));
    // Past the verbs, which would give the transcript another id: who reads the lines again would see it.
    const { id } = suite.webinar;
    const lines = suite.db.selectFrom('cues').select('text').where('video_id', '=', id).where('position', '=', 0);
    const { text } = await lines.executeTakeFirstOrThrow();
    const set = (line: string) =>
      suite.db.updateTable('cues').set({ text: line }).where('video_id', '=', id).where('position', '=', 0).execute();
    await set('Nobody has said this');
    assert.deepEqual(await all(), first);
    const moment = await page(`${inPortal}?t=3`);
    assert.match(moment, /<div id="portal" data-start="3">/);
    assert.ok(!moment.includes('Nobody has said this'), 'the moments of a page share what is kept');
    assert.match(await page(`${link.url}?t=0:02`), /<div id="share" data-start="2">/);
    await set(text);
  });

  it('shows every change at once on public pages', async () => {
    const passthrough = suite.webinar.id;
    const chapters = suite.webinar.chapters.map((chapter, n) =>
      n === 0 ? { ...chapter, title: 'A chapter renamed' } : chapter,
    );
    const { cues } = (await enter(link)).video;
    const { start, text: before } = cues[1]!;
    const from = cues.find(({ speaker }) => speaker !== undefined)!.speaker!;
    const save = (change: object) => suite.member.call(videoRoutes.save, { passthrough, ...change });
    const line = { passthrough, n: 1, start, before, text: 'A line put right' };
    const speaker = { passthrough, from, to: 'Somebody Else' };
    for (const [shown, change] of [
      ['A title of another day', () => save({ title: 'A title of another day' })],
      ['What it is about now', () => save({ description: 'What it is about now' })],
      ['Summed up anew', () => save({ summary: 'Summed up anew' })],
      ['A chapter renamed', () => save({ chapters })],
      ['A line put right', () => suite.member.call(transcriptRoutes.editCue, line)],
      ['Somebody Else', () => suite.member.call(transcriptRoutes.renameSpeaker, speaker)],
    ] as const) {
      for (const text of await all()) assert.ok(!text.includes(shown), shown);
      await change();
      for (const text of await all()) assert.ok(text.includes(shown), shown);
    }
  });

  it('holds addresses that play, however long ago the page was made', async () => {
    const playbackIds = async () => (await all()).map((text) => /"playback_id":"([^"]+)"/.exec(text)![1]!);
    const statuses = (ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(`/media/${id}/captions.vtt`)));
    const before = await playbackIds();
    suite.clock.at = later(7 * hour);
    assert.deepEqual(await statuses(before), [404, 404, 404]);
    assert.deepEqual(await statuses(await playbackIds()), [200, 200, 200]);
  });

  it('keeps pages of clips and pages without a transcript apart from the whole', async () => {
    const part = await share({ start: 0, end: suite.webinar.duration / 2 });
    const silent = await share({ shows_transcript: false });
    const countLines = async ({ url }: ShareLink): Promise<number> => {
      const data = /id="page">(.*?)<\/script>/s.exec(await page(url))![1]!;
      return (JSON.parse(data) as { shared: SharedVideo }).shared.video.cues.length;
    };
    const lines = [await countLines(link), await countLines(part), await countLines(silent)];
    assert.ok(lines[0]! > lines[1]! && lines[1]! > 0 && lines[2] === 0, String(lines));
  });

  it('stops showing kept pages, when links are revoked or the recording is removed', async () => {
    const { playback_id } = (await enter(link)).video;
    await all();
    await revoke(link);
    assert.equal(await statusOf(link.url), 410);
    await assert.rejects(enter(link), { code: 'share_revoked' });
    await suite.member.call(portalOwnerRoutes.change, { videos: [] });
    const { status, text } = await get(inPortal);
    assert.ok(status >= 400 && !text.includes('A line put right'));
    await revoke(link, false);
    await suite.member.call(videoRoutes.delete, { id: suite.webinar.id });
    await assert.rejects(enter(link), { code: 'share_ended' });
    assert.ok((await statusOf(`/media/${playback_id}/master.m3u8`)) >= 400);
    await assert.rejects(revoke(link), { code: 'not_found' });
  });
});
