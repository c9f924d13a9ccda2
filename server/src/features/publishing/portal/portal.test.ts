import assert from 'node:assert/strict';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { type EmbedCode, type OwnPortal, portalOwnerRoutes, portalRoutes } from '@lectern/contract/publishing/portal';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day, hour } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

const refused = (status: number) => (error: unknown) => error instanceof CallError && error.status === status;

describeRecordings('the portal', ['webinar', 'short'], { now: new Date() }, (suite) => {
  let code: EmbedCode;

  const choosePlan = (plan: 'free' | 'professional', end = new Date(suite.now().getTime() + 30 * day)) =>
    suite.db
      .updateTable('users')
      .set({ plan, membership_end: end })
      .where('id', '=', suite.member.session.id)
      .execute();
  const own = async (): Promise<OwnPortal> => (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
  const get = (path: string, init: RequestInit = {}) => fetch(`${suite.server.origin}${path}`, init);
  const page = async (path: string): Promise<{ status: number; html: string; headers: Headers }> => {
    const response = await get(path);
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const dataIn = (html: string): Record<string, unknown> =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>;
  const shown = (html: string) =>
    JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!) as {
      portal: { cards: { key: string; title: string }[] };
      video: {
        playback_id: string;
        storyboard: string;
        chapters: { id: string; quotes: { text: string; card: boolean }[] }[];
      };
    };
  const keyOf = async (title: string): Promise<string> =>
    shown((await page(`/portal/${code.token}`)).html).portal.cards.find((card) => card.title === title)!.key;

  it('belongs to the Professional plan, in every call', async () => {
    for (const route of [portalOwnerRoutes.embedCode, portalOwnerRoutes.own, portalOwnerRoutes.generate] as const)
      await assert.rejects(suite.member.call(route, undefined), (error) => {
        assert.ok(error instanceof CallError);
        assert.equal(error.status, 402);
        assert.match(error.msg ?? '', /Professional plan/);
        return true;
      });
    await choosePlan('professional');
    assert.equal((await suite.member.call(portalOwnerRoutes.embedCode, undefined)).data, null);
    assert.equal((await suite.member.call(portalOwnerRoutes.own, undefined)).data, null);
  });

  it('begins with every finished video, and its code stands on the dashboard', async () => {
    code = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    assert.match(code.code, /^<script async src="http:\/\/[^"]+\/portal\.js" data-portal="[\w-]{24}"[^>]*><\/script>$/);
    assert.match(code.iframe, /^<iframe src="http:\/\/[^"]+\/portal\/[\w-]{24}" .*<\/iframe>$/);
    const { data } = await suite.member.call(dashboardRoutes.dashboard, undefined);
    assert.equal(data.embededScript, code.code);
    assert.deepEqual(new Set((await own()).settings.videos), new Set([suite.webinar.id, suite.short.id]));
  });

  it('takes settings as they are meant, and refuses what cannot be', async () => {
    const { settings } = await own();
    const changed = await suite.member.call(portalOwnerRoutes.change, {
      ...settings,
      title: ' Talks & <Tools> ',
      accent: '#B03A2E',
      sites: ['www.Example.com/page', 'https://shop.example.org:8443'],
      show_downloads: true,
      videos: [suite.webinar.id, suite.short.id],
    });
    assert.deepEqual(changed.data.settings, {
      ...settings,
      title: 'Talks & <Tools>',
      accent: '#b03a2e',
      sites: ['https://www.example.com', 'https://shop.example.org:8443'],
      show_downloads: true,
      videos: [suite.webinar.id, suite.short.id],
    });
    for (const wrong of [{ accent: 'red' }, { title: ' ' }, { sites: ['not a site'] }])
      await assert.rejects(suite.member.call(portalOwnerRoutes.change, { ...settings, ...wrong }), refused(400));
    for (const videos of [[crypto.randomUUID()], [suite.webinar.id, suite.webinar.id]])
      await assert.rejects(suite.member.call(portalOwnerRoutes.change, { ...settings, videos }), refused(404));
    assert.deepEqual((await own()).settings, changed.data.settings);
  });

  it('draws the overview with everything a search engine reads', async () => {
    const { status, html, headers } = await page(`/portal/${code.token}`);
    assert.equal(status, 200);
    assert.match(html, /<h1[^>]*>Talks &amp; &lt;Tools&gt;<\/h1>/);
    assert.ok(html.includes(`<link rel="canonical" href="${suite.server.origin}/portal/${code.token}">`));
    const list = dataIn(html) as { itemListElement: { item: Record<string, unknown> }[] };
    assert.deepEqual(
      list.itemListElement.map(({ item }) => item['name']),
      [suite.webinar.title, suite.short.title],
    );
    assert.equal(headers.get('x-frame-options'), null);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /frame-ancestors 'self' \S+ https:\/\/www\.example\.com https:\/\/shop\.example\.org:8443$/,
    );
  });

  it('draws a video with chapters, quotes and the whole transcript, and tells each chapter as a clip', async () => {
    const key = await keyOf(suite.webinar.title);
    const { html } = await page(`/portal/${code.token}/${key}`);
    const text = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->/g, '');
    const escape = (words: string) =>
      words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
    for (const chapter of suite.webinar.chapters) {
      assert.ok(text.includes(escape(chapter.title)), chapter.title);
      for (const { quote } of chapter.quote) assert.ok(text.includes(escape(quote)), quote);
    }
    for (const line of suite.webinar.vtt.split('\n').filter((each) => /^[A-Z][a-z]+ /.test(each)))
      assert.ok(text.includes(escape(line)), line);
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      assert.match(html, new RegExp(`<meta property="${name}" content="[^"]+">`), name);
    assert.match(html, /<meta name="twitter:card" content="summary_large_image">/);

    const data = dataIn(html) as {
      '@type': string;
      name: string;
      description: string;
      thumbnailUrl: string[];
      uploadDate: string;
      duration: string;
      embedUrl: string;
      hasPart: { '@type': string; name: string; startOffset: number; endOffset: number; url: string }[];
      potentialAction: Record<string, unknown>;
    };
    // Google: name, thumbnailUrl and uploadDate are required, of a Clip name, startOffset and url; a start once only.
    assert.equal(data['@type'], 'VideoObject');
    assert.equal(data.name, suite.webinar.title);
    assert.ok(data.description.length > 20);
    assert.equal(new Date(data.uploadDate).getTime(), suite.webinar.created_at * 1000);
    assert.equal(data.duration, 'PT0H3M1S');
    const address = `${suite.server.origin}/portal/${code.token}/${key}`;
    assert.equal(data.embedUrl, address);
    const picture = await fetch(data.thumbnailUrl[0]!);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    assert.deepEqual(
      data.hasPart.map(({ name, startOffset, url }) => [name, startOffset, url]),
      suite.webinar.chapters.map(({ title, start_seconds: at }) => [
        title,
        Math.floor(at),
        `${address}${buildStartTimeQuery(at)}`,
      ]),
    );
    assertEvery(data.hasPart, ({ startOffset, endOffset }) => endOffset > startOffset && endOffset <= 181);
    assert.deepEqual(data.potentialAction, {
      '@type': 'SeekToAction',
      target: `${address}?t={seek_to_second_number}`,
      'startOffset-input': 'required name=seek_to_second_number',
    });
  });

  it('plays by addresses that end, and gives nothing else of the account', async () => {
    const key = await keyOf(suite.webinar.title);
    const { video } = shown((await page(`/portal/${code.token}/${key}`)).html);
    const media = (id: string, file: string) => get(`/media/${id}/${file}`, { headers: { origin: 'null' } });
    for (const file of ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s', 'captions.vtt', 'storyboard.vtt']) {
      const response = await media(video.playback_id, file);
      assert.equal(response.status, 200, file);
      assert.equal(response.headers.get('access-control-allow-origin'), '*', file);
      await response.arrayBuffer();
    }
    const [name, mark, expires, signature] = video.playback_id.split('.') as [string, string, string, string];
    const shortKey = await keyOf(suite.short.title);
    for (const forged of [
      [shortKey, mark, expires, signature],
      [name, mark, String(Number(expires) + 3600), signature],
      [name, 'x'.repeat(mark.length), expires, signature],
      [name, mark, expires, `${signature.slice(0, -2)}AA`],
    ])
      assert.equal((await media(forged.join('.'), 'master.m3u8')).status, 404, forged.join('.'));
    const before = suite.now();
    suite.clock.at = new Date(suite.now().getTime() + 7 * hour);
    assert.equal((await media(video.playback_id, 'segment-0.m4s')).status, 404, 'after its time');
    const again = (await (await get(`/api/portal/${code.token}/${key}/playback`)).json()) as { playback_id: string };
    assert.equal((await media(again.playback_id, 'segment-0.m4s')).status, 200);
    suite.clock.at = before;

    const everything = JSON.stringify(shown((await page(`/portal/${code.token}/${key}`)).html));
    for (const secret of [
      suite.webinar.playback_id,
      suite.webinar.id,
      suite.webinar.assetId,
      suite.member.session.id,
      suite.member.email,
    ])
      assert.ok(!everything.includes(secret), secret);
  });

  it('opens with its token nothing but itself', async () => {
    const key = await keyOf(suite.webinar.title);
    const { token } = code;
    const calls: [string, string][] = [
      ['GET', '/api/basic/dashboard'],
      ['GET', '/api/basic/portal'],
      ['GET', '/api/basic/embed-code'],
      ['GET', `/api/muxvideos?userId=${suite.member.session.id}&page=1&limit=100`],
      ['GET', `/api/muxvideos/asset/${suite.webinar.id}`],
      ['GET', `/api/muxvideos/delete/${suite.webinar.id}`],
      ['GET', '/api/muxupload'],
      ['GET', '/api/basic/export'],
      ['POST', '/api/auth/check'],
      ['GET', '/api/admin/employees'],
    ];
    for (const [method, path] of calls) {
      const response = await get(path, { method, headers: { authorization: `Bearer ${token}` } });
      assert.equal(response.status, 401, `${method} ${path}`);
    }
    for (const path of [
      `/portal/${token}/${suite.webinar.id}`,
      `/portal/${token}/${suite.webinar.playback_id}`,
      `/portal/${token}/${suite.webinar.id}/thumbnail.jpg`,
      `/portal/${token}/${suite.webinar.assetId}/recording`,
      `/api/portal/${token}/${suite.webinar.id}/playback`,
      `/media/${key}/master.m3u8`,
      `/media/${token}/master.m3u8`,
    ])
      assert.equal((await get(path)).status, 404, path);
  });

  it('takes a video out at once, with its media', async () => {
    const key = await keyOf(suite.short.title);
    const { video } = shown((await page(`/portal/${code.token}/${key}`)).html);
    const { settings } = await own();
    await suite.member.call(portalOwnerRoutes.change, { ...settings, videos: [suite.webinar.id] });
    for (const path of [
      `/portal/${code.token}/${key}`,
      `/portal/${code.token}/${key}/thumbnail.jpg`,
      `/media/${video.playback_id}/master.m3u8`,
    ])
      assert.equal((await get(path)).status, 404, path);
    await suite.member.call(portalOwnerRoutes.change, settings);
  });

  it('finds titles, chapters, quotes and what was said, and only in itself', async () => {
    const find = async (q: string) => (await suite.server.call(portalRoutes.search, { token: code.token, q })).data;
    const [chapter] = suite.webinar.chapters;
    const moments = await find(chapter!.title.toUpperCase());
    assert.ok(moments.some(({ field, start }) => field === 'chapter' && start === chapter!.start_seconds));
    const quote = chapter!.quote[0]!.quote;
    assert.ok((await find(quote.slice(0, 40))).some(({ field }) => field === 'quote'));
    const line = suite.webinar.vtt.split('\n\n')[4]!.split('\n').slice(1).join(' ');
    const said = await find(line.split(' ').slice(-3).join(' '));
    assert.ok(said.some(({ field, start }) => field === 'transcript' && start !== null));
    assert.deepEqual(await find('zeppelin'), []);
    assert.deepEqual(await find('%'), []);
    const { settings } = await own();
    await suite.member.call(portalOwnerRoutes.change, { ...settings, videos: [suite.short.id] });
    assert.deepEqual(await find(chapter!.title), []);
    await suite.member.call(portalOwnerRoutes.change, settings);
  });

  it('answers oEmbed and a sitemap', async () => {
    const key = await keyOf(suite.webinar.title);
    const address = `${suite.server.origin}/portal/${code.token}/${key}`;
    const ask = (query: string) => get(`/oembed?url=${encodeURIComponent(address)}${query}`);
    const answer = (await (await ask('&maxwidth=640&maxheight=400')).json()) as Record<string, string | number>;
    assert.deepEqual(
      [answer['version'], answer['type'], answer['title'], answer['width'], answer['height']],
      ['1.0', 'video', suite.webinar.title, 640, 400],
    );
    assert.match(String(answer['html']), /^<iframe src="[^"]+" title="[^"]+" width="640" height="400"/);
    assert.equal((await fetch(String(answer['thumbnail_url']))).status, 200);
    const xml = await (await ask('&format=xml')).text();
    assert.match(xml, /<oembed><version>1\.0<\/version><type>video<\/type>/);
    assert.equal((await ask('&format=yaml')).status, 501);
    assert.equal((await get('/oembed?url=https%3A%2F%2Fexample.org%2Fportal%2Fx')).status, 404);
    const { html } = await page(`/portal/${code.token}/${key}`);
    const discovered = /type="application\/json\+oembed" href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    assert.equal((await fetch(discovered)).status, 200);

    const map = await (await get(`/portal/${code.token}/sitemap.xml`)).text();
    assert.equal(map.match(/<loc>/g)?.length, 3);
    assert.equal(map.match(/<video:thumbnail_loc>/g)?.length, 2);
    assert.ok(map.includes(`<video:player_loc>${address}</video:player_loc><video:duration>181</video:duration>`));
  });

  it('gives files only while its owner offers them', async () => {
    const key = await keyOf(suite.webinar.title);
    const files = [`/portal/${code.token}/${key}/recording`, `/portal/${code.token}/${key}/text/transcript.vtt`];
    for (const path of files) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
      await response.arrayBuffer();
    }
    const { settings } = await own();
    await suite.member.call(portalOwnerRoutes.change, { ...settings, show_downloads: false });
    for (const path of files) assert.equal((await get(path)).status, 404, path);
    await suite.member.call(portalOwnerRoutes.change, settings);
  });

  it('shows a polite notice while the plan of the owner has lapsed, and the portal again later', async () => {
    const key = await keyOf(suite.webinar.title);
    const { video } = shown((await page(`/portal/${code.token}/${key}`)).html);
    const paths = [`/portal/${code.token}`, `/portal/${code.token}/${key}`];
    const lapses = [() => choosePlan('free'), () => choosePlan('professional', new Date(suite.now().getTime() - 1000))];
    for (const lapse of lapses) {
      await lapse();
      for (const path of paths) {
        const { status, html } = await page(path);
        assert.equal(status, 402);
        assert.match(html, /These webinars are not available at the moment\. Please come back later\./);
        assert.match(html, /noindex/);
      }
      for (const path of [`/api/portal/${code.token}/search?q=talk`, `/media/${video.playback_id}/master.m3u8`])
        assert.equal((await get(path)).status, 402, path);
      await choosePlan('professional');
      for (const path of paths) assert.equal((await page(path)).status, 200);
    }
  });

  it('leads from a video that is not in it to those that are', async () => {
    const { status, html } = await page(`/portal/${code.token}/nowhere`);
    assert.equal(status, 404);
    assert.match(html, /This webinar is no longer in this collection\./);
    assert.match(html, new RegExp(`<a href="/portal/${code.token}"[^>]*>.*All webinars</a>`));
    assert.doesNotMatch((await page('/portal/no-such-portal-there')).html, /<a /);
  });

  it('forgets the old code as soon as there is a new one, and keeps its settings', async () => {
    const key = await keyOf(suite.webinar.title);
    const { video } = shown((await page(`/portal/${code.token}/${key}`)).html);
    const { settings } = await own();
    const old = code.token;
    code = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    assert.notEqual(code.token, old);
    for (const path of [`/portal/${old}`, `/portal/${old}/${key}`, `/media/${video.playback_id}/master.m3u8`])
      assert.equal((await get(path)).status, 404, path);
    assert.match((await page(`/portal/${old}`)).html, /no longer exists/);
    assert.deepEqual((await own()).settings, settings);
    assert.equal((await page(`/portal/${code.token}/${key}`)).status, 200);
  });

  it('removes a deleted video from its portal, and refuses videos of other members', async () => {
    await suite.member.call(videoRoutes.delete, { id: suite.short.id });
    assert.deepEqual((await own()).settings.videos, [suite.webinar.id]);
    await suite.db
      .updateTable('users')
      .set({ plan: 'professional' })
      .where('id', '=', suite.stranger.session.id)
      .execute();
    assert.equal((await suite.stranger.call(portalOwnerRoutes.own, undefined)).data, null);
    const { settings } = await own();
    await suite.stranger.call(portalOwnerRoutes.generate, {});
    await assert.rejects(suite.stranger.call(portalOwnerRoutes.change, settings), refused(404));
  });
});
