import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type OwnPortal, portalOwnerRoutes, type PortalPage, portalRoutes } from '@lectern/contract/publishing/portal';
import type { PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { Resvg } from '@resvg/resvg-js';
import { sql } from 'kysely';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, keepKeySentences, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

/** A picture in PNG, red to the left. */
const picture = (width: number, height: number): Buffer =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="100%" fill="#b03a2e"/></svg>`,
  )
    .render()
    .asPng();

describeRecordings('how a portal looks', ['short'], {}, (suite) => {
  let short: VideoDetail;
  let token: string;
  let portal: string;
  before(async () => {
    for (const member of [suite.member, suite.stranger]) await suite.changeUser(member, { plan: 'professional' });
    await suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: 'webinar' });
    suite.short = await fetchAsset(suite.member, suite.short.id);
    short = await waitUntilProcessed(
      suite.member,
      await uploadFile(suite.member, getSamplePath('short.mp4'), { title: 'short' }),
    );
    await keepKeySentences(suite.member, suite.short);
    ({ token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data);
    portal = `/portal/${token}`;
    await change({ title: 'Talks & <Tools>', videos: [suite.short.id, short.id] });
  });

  const own = async (): Promise<OwnPortal> => (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
  const change = async (wish: object): Promise<PortalSettings> =>
    (await suite.member.call(portalOwnerRoutes.change, wish)).data.settings;
  const get = (path: string) => fetch(new URL(path, suite.server.origin));
  const statusOf = async (path: string): Promise<number> => (await get(path)).status;
  const page = async (below = ''): Promise<{ html: string; shown: PortalPage }> => {
    const html = await (await get(portal + below)).text();
    const data = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!;
    return { html, shown: JSON.parse(data) as PortalPage };
  };

  it('saves a single setting of the portal, unless it was changed elsewhere meanwhile', async () => {
    const before = (await own()).settings;
    assert.deepEqual(await change({ font: 'sans', was: { font: 'serif' } }), { ...before, font: 'sans' });
    const videos = before.videos.toReversed();
    for (const wish of [
      { font: 'system', was: { font: 'serif' } },
      { theme: 'dark', videos, was: { theme: 'auto', videos } },
    ])
      await assert.rejects(change(wish), { status: 409 });
    assert.deepEqual((await own()).settings, { ...before, font: 'sans' });
    // Two at the same moment: one is the first.
    const wishes = ['Mine', 'Yours'].map((title) => change({ title, was: { title: before.title } }));
    const both = await Promise.allSettled(wishes);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    for (const title of ['\u3164', '\u202E\u200B']) await assert.rejects(change({ title }), { status: 400 });
    assert.equal((await change({ title: ' A\u200B \u202Etitle ' })).title, 'A title');
    await change(before);
  });

  it('keeps titles as they were written, when they look like tags and ends of scripts', async () => {
    const { title: before } = (await own()).settings;
    const hostile = `Talks & <Tools> "</script><img src=x>`;
    await change({ title: hostile, layout: 'grid' });
    await suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: hostile });
    const overview = await page();
    const { key } = overview.shown.portal.cards.find(({ title }) => title === hostile)!;
    const watched = await page(`/${key}`);
    assert.equal(overview.shown.portal.title, hostile);
    assert.equal(watched.shown.video?.title, hostile);
    for (const { html } of [overview, watched]) {
      assert.doesNotMatch(html, /<img src=x>|<Tools>/);
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      assert.equal((JSON.parse(data) as { name: string }).name, hostile);
      const quoted = 'Talks &amp; &lt;Tools&gt; &quot;&lt;/script&gt;&lt;img src=x&gt;';
      assert.match(html, new RegExp(`<title>${quoted}( · ${quoted})?</title>`));
      for (const name of ['property="og:title"', 'property="og:site_name"', 'name="twitter:title"'])
        assert.ok(html.includes(`<meta ${name} content="${quoted}">`), name);
      const [json, xml] = await Promise.all(
        [...html.matchAll(/\+oembed" href="([^"]+)" title="([^"]+)">/g)].map(async ([, href, title]) => {
          assert.equal(title, quoted);
          return (await get(href!.replaceAll('&amp;', '&'))).text();
        }),
      );
      const answer = JSON.parse(json!) as { title: string; html: string };
      assert.equal(answer.title, hostile);
      assert.ok(answer.html.includes(` title="${quoted}" `));
      assert.ok(xml!.includes(`<title>${quoted}</title>`));
    }
    const map = await (await get(`${portal}/sitemap.xml`)).text();
    assert.match(map, /<video:title>Talks &amp; &lt;Tools&gt; &quot;&lt;\/script&gt;&lt;img src=x&gt;</);
    await change({ title: before });
    await suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: suite.short.title });
  });

  it('shows a logo as it was drawn anew here, under an address of its own', async () => {
    const set = async (png: Buffer, whose = suite.member) =>
      (await whose.call(portalOwnerRoutes.setLogo, { png: png.toString('base64') })).data.logo!;
    const logo = await set(Buffer.concat([picture(1200, 300), Buffer.from('said behind the picture')]));
    assert.deepEqual([logo.width, logo.height], [192, 48]);
    const reply = await get(logo.url);
    assert.equal(reply.headers.get('content-type'), 'image/png');
    assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.ok(!bytes.includes('said behind'), 'nothing of the file itself is passed on');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [384, 96]);
    const { html } = await page();
    assert.ok(html.includes(`<img src="${logo.url}" alt="" width="192" height="48"/>`), 'with its room from the start');
    const other = await set(picture(60, 40));
    assert.deepEqual([other.width, other.height], [30, 20], 'not made larger than it is');
    assert.equal(await statusOf(logo.url), 404);
    await suite.stranger.call(portalOwnerRoutes.generate, { title: ' Talks\u200b of\tours ' });
    const { settings } = (await suite.stranger.call(portalOwnerRoutes.own, undefined)).data!;
    assert.equal(settings.title, 'Talks of ours', 'called as its owner published it');
    const theirs = await set(picture(40, 40), suite.stranger);
    assert.equal((await suite.member.call(portalOwnerRoutes.removeLogo, undefined)).data.logo, null);
    assert.deepEqual([await statusOf(theirs.url), await statusOf(other.url)], [200, 404], 'others keep their own');
    assert.equal((await page()).shown.portal.logo, null);
  });

  it('refuses as a logo what is none, and goes on', async () => {
    const small = picture(9, 9);
    const bomb = Buffer.from(small);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const lying = Buffer.from(small);
    lying.writeUInt32BE(2000, 16);
    for (const [what, bytes] of Object.entries({
      'no picture': Buffer.from('GIF89a and so on, and on, and on, and on and on'),
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/hostname"/></svg>'),
      'a head alone': small.subarray(0, 33),
      'too many pixels': bomb,
      'more pixels than there are': lying,
      nothing: Buffer.alloc(0),
      'no base64': 'not base64!',
    })) {
      const png = bytes.toString('base64');
      await assert.rejects(suite.member.call(portalOwnerRoutes.setLogo, { png }), { status: 400 }, what);
    }
    assert.equal((await own()).logo, null);
  });

  const firstChapter = async () => {
    const { key } = (await page()).shown.portal.cards[0]!;
    return { key, ...(await page(`/${key}`)).shown.video!.chapters[0]! };
  };

  it('draws quotes as cards, and links to quotes use them as previews', async () => {
    const { key, id, quotes } = await firstChapter();
    assert.equal(quotes[0]?.card, true);
    const card = (n: number, format: 'wide' | 'square') => portalPaths.quoteCard(token, key, id, n, format);
    for (const [format, width, height] of [
      ['wide', 1200, 630],
      ['square', 1080, 1080],
    ] as const) {
      const response = await get(card(0, format));
      const png = Buffer.from(await response.arrayBuffer());
      const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
      assert.deepEqual([response.headers.get('content-type'), ...size], ['image/png', width, height]);
    }
    const html = await (await get(portalPaths.quote(token, key, id, 0))).text();
    assert.ok(html.includes(`${card(0, 'wide')}">`));
    assert.ok(html.includes(`<link rel="canonical" href="${suite.server.origin}/portal/${token}/${key}">`));
    assert.equal(await statusOf(card(20, 'wide')), 404);
    await change({ show_quotes: false });
    assert.equal(await statusOf(card(0, 'wide')), 404);
    await change({ show_quotes: true });
  });

  it('shows only quotes cut from the transcript or edited by the owner', async () => {
    const { key, id } = await firstChapter();
    const { rows } = await sql<{ quotes: { quote: string }[] }>`select quotes from chapters where id = ${id}`.execute(
      suite.db,
    );
    const cut = rows[0]!.quotes.map(({ quote }) => quote);
    await sql`update chapters set folded = folded[1:2] || array['a zeppelin', 'a balloon'] || folded[3:],
        quotes = '[{"quote": "A zeppelin", "timecode": "00:00:00"},
          {"quote": "A balloon", "timecode": "00:00:00", "edited": true}]'::jsonb || quotes
        where id = ${id}`.execute(suite.db);
    const texts = (await firstChapter()).quotes.map(({ text }) => text);
    assert.deepEqual(texts, ['A balloon', ...cut]);
    const search = async (q: string) => suite.server.call(portalRoutes.search, { token, q });
    assert.deepEqual(await search('zeppelin'), { data: [], totals: {} });
    assert.equal((await search('balloon')).data[0]?.field, 'quote');
    const { data, totals } = await search(cut[0]!.slice(0, 40));
    assert.equal(data[0]?.field, 'quote');
    assert.ok(totals[key]! >= data.length);
    assert.equal(await statusOf(portalPaths.quoteCard(token, key, id, 1 + cut.length, 'wide')), 404);
  });

  it('shows unproven quotes, when the owner makes them public', async () => {
    const { chapters, chapters_version } = await fetchAsset(suite.member, suite.short.id);
    const quotes = async () => (await firstChapter()).quotes.map(({ text }) => text);
    const hidden = await quotes();
    const shownBy = (imported: boolean | undefined) =>
      suite.member.call(videoRoutes.save, {
        passthrough: suite.short.id,
        chapters_version,
        chapters: chapters.map((chapter) => ({
          ...chapter,
          quote: chapter.quote.map((quote) => ({ ...quote, imported })),
        })),
      });
    await shownBy(undefined);
    assert.deepEqual(await quotes(), hidden);
    await shownBy(false);
    assert.deepEqual(await quotes(), ['A zeppelin', ...hidden]);
  });
});
