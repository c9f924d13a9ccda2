import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { type EmbedCode, type OwnPortal, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { day, hour } from '@lectern/contract/rules/durations';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

describeRecordings('the portal', ['webinar', 'short'], { now: new Date() }, (suite) => {
  let code: EmbedCode;
  /** The keys of its videos: one that was taken out comes back by another. */
  let keys: Record<'webinar' | 'short', string>;

  const choosePlan = (plan: 'free' | 'professional', member = suite.member, lasts = 30 * day) =>
    suite.changeUser(member, { plan, membership_end: new Date(suite.now().getTime() + lasts) });
  const own = async (): Promise<OwnPortal> => (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
  const change = (settings: object) => suite.member.call(portalOwnerRoutes.change, settings);
  const get = async (path: string) => {
    const response = await fetch(new URL(path, suite.server.origin));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const statusesOf = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await get(path)).status));
  const overview = (): string => `/portal/${code.token}`;
  const watch = (): string => `${overview()}/${keys.webinar}`;
  const dataIn = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>;
  const shown = async (path: string) => {
    const { text } = await get(path);
    return JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text)![1]!) as {
      portal: { cards: { key: string; title: string }[] };
      video: { playback_id: string };
    };
  };
  const readKeys = async (): Promise<void> => {
    const { cards } = (await shown(overview())).portal;
    const keyOf = (title: string) => cards.find((card) => card.title === title)!.key;
    keys = { webinar: keyOf(suite.webinar.title), short: keyOf(suite.short.title) };
  };

  it('refuses every call about the portal, unless the plan is Professional', async () => {
    for (const route of [portalOwnerRoutes.embedCode, portalOwnerRoutes.own, portalOwnerRoutes.generate] as const)
      await assert.rejects(suite.member.call(route, undefined), { status: 402, msg: /Professional plan/ });
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
    await readKeys();
  });

  it('takes settings as they are meant, and refuses what cannot be', async () => {
    const { settings } = await own();
    const videos = [suite.webinar.id, suite.short.id];
    const sites = ['www.Example.com/page', 'https://shop.example.org:8443'];
    const wish = { ...settings, title: ' Talks & <Tools> ', accent: '#B03A2E', sites, show_downloads: true, videos };
    const changed = (await change(wish)).data.settings;
    assert.deepEqual(changed, {
      ...wish,
      title: 'Talks & <Tools>',
      accent: '#b03a2e',
      sites: ['https://www.example.com', 'https://shop.example.org:8443'],
    });
    for (const wrong of [{ accent: 'red' }, { title: ' ' }, { sites: ['not a site'] }])
      await assert.rejects(change({ ...settings, ...wrong }), { status: 400 });
    for (const wrong of [[crypto.randomUUID()], [suite.webinar.id, suite.webinar.id]])
      await assert.rejects(change({ ...settings, videos: wrong }), { status: 404 });
    assert.deepEqual((await own()).settings, changed);
  });

  it('draws the overview with everything a search engine reads', async () => {
    const { status, headers, text: html } = await get(overview());
    assert.equal(status, 200);
    assert.match(html, /<h1[^>]*>Talks &amp; &lt;Tools&gt;<\/h1>/);
    assert.ok(html.includes(`<link rel="canonical" href="${suite.server.origin}${overview()}">`));
    const list = dataIn(html) as { itemListElement: { item: { name: string } }[] };
    assert.deepEqual(
      list.itemListElement.map(({ item }) => item.name),
      [suite.webinar.title, suite.short.title],
    );
    assert.equal(headers.get('x-frame-options'), null);
  });

  it('draws a video with chapters, quotes and the whole transcript, and tells each chapter as a clip', async () => {
    const { text: html } = await get(watch());
    const text = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->/g, '');
    const { chapters, vtt, title, created_at } = suite.webinar;
    for (const words of [
      ...chapters.flatMap((chapter) => [chapter.title, ...chapter.quote.map(({ quote }) => quote)]),
      ...vtt.split('\n').filter((line) => /^[A-Z][a-z]+ /.test(line)),
    ]) {
      const escaped = words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
      assert.ok(text.includes(escaped), words);
    }
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      assert.match(html, new RegExp(`<meta property="${name}" content="[^"]+">`), name);
    assert.match(html, /<meta name="twitter:card" content="summary_large_image">/);

    const data = dataIn(html) as {
      description: string;
      thumbnailUrl: string[];
      uploadDate: string;
      hasPart: { '@type': string; name: string; startOffset: number; endOffset: number; url: string }[];
    };
    // Google: name, thumbnailUrl and uploadDate are required, of a Clip name, startOffset and url; a start once only.
    const address = suite.server.origin + watch();
    assert.partialDeepStrictEqual(data, {
      '@type': 'VideoObject',
      name: title,
      duration: 'PT0H3M1S',
      embedUrl: address,
      potentialAction: {
        '@type': 'SeekToAction',
        target: `${address}?t={seek_to_second_number}`,
        'startOffset-input': 'required name=seek_to_second_number',
      },
    });
    assert.ok(data.description.length > 20);
    assert.equal(new Date(data.uploadDate).getTime(), created_at * 1000);
    const picture = await get(data.thumbnailUrl[0]!);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    assert.deepEqual(
      data.hasPart.map(({ name, startOffset, url }) => [name, startOffset, url]),
      chapters.map((chapter) => {
        const { start_seconds: at } = chapter;
        return [chapter.title, Math.floor(at), `${address}${buildStartTimeQuery(at)}`];
      }),
    );
    assertEvery(data.hasPart, ({ startOffset, endOffset }) => endOffset > startOffset && endOffset <= 181);
  });

  it('plays by addresses that end, and gives nothing else of the account', async () => {
    const { playback_id } = (await shown(watch())).video;
    const media = (id: string, file: string) =>
      fetch(`${suite.server.origin}/media/${id}/${file}`, { headers: { origin: 'null' } });
    for (const file of ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s', 'captions.vtt', 'storyboard.vtt']) {
      const { status, headers } = await media(playback_id, file);
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*'], file);
    }
    const [name, mark, expires, signature] = playback_id.split('.') as [string, string, string, string];
    for (const forged of [
      [keys.short, mark, expires, signature],
      [name, mark, String(Number(expires) + 3600), signature],
      [name, 'x'.repeat(mark.length), expires, signature],
      [name, mark, expires, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ])
      assert.equal((await media(forged.join('.'), 'master.m3u8')).status, 404, forged.join('.'));
    const before = suite.now();
    suite.clock.at = new Date(before.getTime() + 7 * hour);
    assert.equal((await media(playback_id, 'segment-0.m4s')).status, 404, 'after its time');
    const again = JSON.parse((await get(`/api${watch()}/playback`)).text) as { playback_id: string };
    assert.equal((await media(again.playback_id, 'segment-0.m4s')).status, 200);
    suite.clock.at = before;

    const everything = JSON.stringify(await shown(watch()));
    const { webinar, member } = suite;
    const [, own] = webinar.playback_id.split('.');
    for (const secret of [own!, webinar.id, webinar.assetId, member.session.id, member.email])
      assert.ok(!everything.includes(secret), secret);
    const { token } = code;
    const byOtherNames = [
      `/portal/${token}/${webinar.id}`,
      `/portal/${token}/${webinar.playback_id}`,
      `/portal/${token}/${webinar.id}/thumbnail.jpg`,
      `/portal/${token}/${webinar.assetId}/recording`,
      `/api/portal/${token}/${webinar.id}/playback`,
      `/media/${keys.webinar}/master.m3u8`,
      `/media/${token}/master.m3u8`,
    ];
    assert.deepEqual(await statusesOf(byOtherNames), Array(7).fill(404));
  });

  it('takes a video out at once, with its media', async () => {
    const address = `${overview()}/${keys.short}`;
    const { playback_id } = (await shown(address)).video;
    const { settings } = await own();
    await change({ videos: [suite.webinar.id] });
    const paths = [address, `${address}/thumbnail.jpg`, `/media/${playback_id}/master.m3u8`];
    assert.deepEqual(await statusesOf(paths), [404, 404, 404]);
    await change(settings);
    await readKeys();
  });

  it('answers oEmbed and a sitemap', async () => {
    const address = suite.server.origin + watch();
    const ask = (query: string) => get(`/oembed?url=${encodeURIComponent(address)}${query}`);
    const { text } = await ask('&maxwidth=640&maxheight=400');
    const answer = JSON.parse(text) as Record<string, string | number>;
    const { title } = suite.webinar;
    assert.partialDeepStrictEqual(answer, { version: '1.0', type: 'video', title, width: 640, height: 400 });
    assert.match(String(answer['html']), /^<iframe src="[^"]+" title="[^"]+" width="640" height="400"/);
    assert.equal((await get(String(answer['thumbnail_url']))).status, 200);
    assert.match((await ask('&format=xml')).text, /<oembed><version>1\.0<\/version><type>video<\/type>/);
    assert.equal((await ask('&format=yaml')).status, 501);
    assert.equal((await get('/oembed?url=https%3A%2F%2Fexample.org%2Fportal%2Fx')).status, 404);

    const { text: map } = await get(`${overview()}/sitemap.xml`);
    assert.deepEqual([map.match(/<loc>/g)?.length, map.match(/<video:thumbnail_loc>/g)?.length], [3, 2]);
    assert.ok(map.includes(`<video:player_loc>${address}</video:player_loc><video:duration>181</video:duration>`));
  });

  it('gives files only while its owner offers them', async () => {
    const files = [`${watch()}/recording`, `${watch()}/text/transcript.vtt`];
    for (const path of files) {
      const { status, headers } = await get(path);
      assert.equal(status, 200, path);
      assert.match(headers.get('content-disposition') ?? '', /^attachment/);
    }
    await change({ show_downloads: false });
    assert.deepEqual(await statusesOf(files), [404, 404]);
  });

  it('shows a polite notice while the plan of the owner has lapsed, and the portal again later', async () => {
    const { playback_id } = (await shown(watch())).video;
    const parts = [`/api/portal/${code.token}/search?q=talk`, `/media/${playback_id}/master.m3u8`];
    for (const lapse of [() => choosePlan('free'), () => choosePlan('professional', suite.member, -1000)]) {
      await lapse();
      for (const path of [overview(), watch()]) {
        const { status, text } = await get(path);
        assert.equal(status, 402);
        assert.match(text, /These webinars are not available at the moment\. Please come back later\./);
        assert.match(text, /noindex/);
      }
      assert.deepEqual(await statusesOf(parts), [402, 402]);
      await choosePlan('professional');
      assert.deepEqual(await statusesOf([overview(), watch()]), [200, 200]);
    }
  });

  it('leads from a video that is not in it to those that are, and lets the sites of its owner frame both', async () => {
    const { status, headers, text } = await get(`${overview()}/nowhere`);
    assert.equal(status, 404);
    assert.match(text, /This webinar is no longer in this collection\./);
    assert.match(text, new RegExp(`<a href="${overview()}"[^>]*>.*All webinars</a>`));
    for (const each of [headers, (await get(overview())).headers])
      assert.match(
        each.get('content-security-policy') ?? '',
        /frame-ancestors 'self' \S+ https:\/\/www\.example\.com https:\/\/shop\.example\.org:8443$/,
      );
    assert.doesNotMatch((await get('/portal/no-such-portal-there')).text, /<a /);
  });

  it('forgets the old code as soon as there is a new one, and keeps its settings', async () => {
    const { playback_id } = (await shown(watch())).video;
    const { settings } = await own();
    const old = [overview(), watch(), `/media/${playback_id}/master.m3u8`] as const;
    code = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    assert.deepEqual(await statusesOf(old), [404, 404, 404]);
    assert.match((await get(old[0])).text, /no longer exists/);
    assert.deepEqual((await own()).settings, settings);
    assert.equal((await get(watch())).status, 200);
  });

  it('removes a deleted video from its portal, and refuses videos of other members', async () => {
    await suite.member.call(videoRoutes.delete, { id: suite.short.id });
    assert.deepEqual((await own()).settings.videos, [suite.webinar.id]);
    await choosePlan('professional', suite.stranger);
    assert.equal((await suite.stranger.call(portalOwnerRoutes.own, undefined)).data, null);
    await suite.stranger.call(portalOwnerRoutes.generate, {});
    const { settings } = await own();
    await assert.rejects(suite.stranger.call(portalOwnerRoutes.change, settings), { status: 404 });
  });
});
