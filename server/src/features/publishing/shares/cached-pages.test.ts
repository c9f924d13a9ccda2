import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { day, hour } from '@lectern/contract/rules/durations';
import { type ShareLink, shareOwnerRoutes, type SharedVideo, shareRoutes } from '@lectern/contract/publishing/shares';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

describeRecordings('public pages with a transcript', ['short'], { now: new Date() }, (suite) => {
  let link: ShareLink;
  let inPortal: string;
  before(async () => {
    await suite.db
      .updateTable('users')
      .set({ plan: 'professional', membership_end: new Date(suite.now().getTime() + 30 * day) })
      .where('id', '=', suite.member.session.id)
      .execute();
    link = (await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.short.id })).data;
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    const { library } = (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
    inPortal = portalPaths.watch(token, library[0]!.key!);
  });

  const page = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, suite.server.origin));
    const html = await response.text();
    assert.equal(response.status, 200, html.slice(0, 500));
    return html;
  };
  const opened = async (): Promise<SharedVideo> =>
    (await suite.server.call(shareRoutes.open, { key: link.url.split('/').at(-1)! })).data;
  /** Everything that shows the transcript to whoever asks. */
  const all = async (): Promise<string[]> => [
    await page(link.url),
    await page(inPortal),
    JSON.stringify(await opened()),
  ];
  const playbackIds = (texts: readonly string[]) => texts.map((text) => /"playback_id":"([^"]+)"/.exec(text)![1]!);

  it('serves kept public pages without reading their transcript again', async () => {
    const { kysely } = suite.world.database;
    const first = await all();
    for (const text of first) assert.ok(text.includes(suite.short.chapters[0]!.title));
    // Past the verbs, which would give the transcript another id: who reads the lines again would see it.
    const { text } = await kysely
      .selectFrom('cues')
      .select('text')
      .where('video_id', '=', suite.short.id)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow();
    const set = (line: string) =>
      kysely
        .updateTable('cues')
        .set({ text: line })
        .where('video_id', '=', suite.short.id)
        .where('position', '=', 0)
        .execute();
    await set('Nobody has said this');
    assert.deepEqual(await all(), first);
    const later = await page(`${inPortal}?t=3`);
    assert.match(later, /<div id="portal" data-start="3">/);
    assert.ok(!later.includes('Nobody has said this'), 'the moments of a page share what is kept');
    assert.match(await page(`${link.url}?t=0:02`), /<div id="share" data-start="2">/);
    await set(text);
  });

  it('show every change at once', async () => {
    const { data: asset } = await suite.member.call(videoRoutes.asset, { uploadId: suite.short.id });
    const chapters = asset.chapters.map((chapter, n) =>
      n === 0 ? { ...chapter, title: 'A chapter renamed' } : chapter,
    );
    const cues = (await opened()).video.cues;
    const speaker = cues.find((cue) => cue.speaker !== undefined)?.speaker;
    const changes: [string, () => Promise<unknown>][] = [
      [
        'A title of another day',
        () => suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: 'A title of another day' }),
      ],
      [
        'What it is about now',
        () => suite.member.call(videoRoutes.save, { passthrough: suite.short.id, description: 'What it is about now' }),
      ],
      [
        'Summed up anew',
        () => suite.member.call(videoRoutes.save, { passthrough: suite.short.id, summary: 'Summed up anew' }),
      ],
      ['A chapter renamed', () => suite.member.call(videoRoutes.save, { passthrough: suite.short.id, chapters })],
      [
        'A line put right',
        () =>
          suite.member.call(transcriptRoutes.editCue, {
            passthrough: suite.short.id,
            n: 1,
            start: cues[1]!.start,
            before: cues[1]!.text,
            text: 'A line put right',
          }),
      ],
      ...(speaker === undefined
        ? []
        : [
            [
              'Somebody Else',
              () =>
                suite.member.call(transcriptRoutes.renameSpeaker, {
                  passthrough: suite.short.id,
                  from: speaker,
                  to: 'Somebody Else',
                }),
            ] satisfies [string, () => Promise<unknown>],
          ]),
    ];
    for (const [shown, change] of changes) {
      for (const text of await all()) assert.ok(!text.includes(shown), shown);
      await change();
      for (const text of await all()) assert.ok(text.includes(shown), shown);
    }
  });

  it('shows the present design and downloads of the portal on public pages', async () => {
    const change = (settings: object) => suite.member.call(portalOwnerRoutes.change, settings);
    await page(inPortal);
    await change({ theme: 'dark', title: 'Talks in the dark' });
    const dark = await page(inPortal);
    assert.match(dark, /data-theme="dark" class="dark"/);
    assert.match(dark, /"title":"Talks in the dark"/);
    assert.doesNotMatch(dark, /transcript\.vtt/);
    await change({ show_downloads: true });
    assert.match(await page(inPortal), /transcript\.vtt/);
    await change({ show_quotes: false, show_downloads: false });
    const plain = await page(inPortal);
    assert.doesNotMatch(plain, /transcript\.vtt/);
    assert.doesNotMatch(plain, /"card":/);
  });

  it('hold addresses that play, however long ago they were made', async () => {
    const before = playbackIds(await all());
    suite.clock.at = new Date(suite.now().getTime() + 7 * hour);
    const after = playbackIds(await all());
    for (const [n, id] of before.entries()) assert.notEqual(after[n], id);
    const statuses = (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await fetch(`${suite.server.origin}/media/${id}/captions.vtt`)).status));
    assert.deepEqual(await statuses(before), [404, 404, 404]);
    assert.deepEqual(await statuses(after), [200, 200, 200]);
  });

  it('keeps pages of clips and pages without a transcript apart from the whole', async () => {
    const { duration } = await fetchAsset(suite.member, suite.short.id);
    const wish = { passthrough: suite.short.id, start: 0, end: duration / 2 };
    const part = (await suite.member.call(shareOwnerRoutes.create, wish)).data;
    const silent = (
      await suite.member.call(shareOwnerRoutes.create, { passthrough: suite.short.id, shows_transcript: false })
    ).data;
    const linesOf = (html: string): number =>
      (JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)![1]!) as { shared: SharedVideo }).shared.video.cues.length;
    const lines = [linesOf(await page(link.url)), linesOf(await page(part.url)), linesOf(await page(silent.url))];
    assert.ok(lines[0]! > lines[1]! && lines[1]! > 0, String(lines));
    assert.equal(lines[2], 0);
  });

  it('stops showing kept pages, when links are revoked or the recording is removed', async () => {
    await all();
    await suite.member.call(shareOwnerRoutes.revoke, { id: link.id, revoked: true });
    assert.equal((await fetch(link.url)).status, 410);
    await assert.rejects(opened(), (error) => error instanceof CallError && error.code === 'share_revoked');
    await suite.member.call(portalOwnerRoutes.change, { videos: [] });
    const gone = await fetch(new URL(inPortal, suite.server.origin));
    assert.ok(gone.status >= 400 && !(await gone.text()).includes('A line put right'));
  });
});
