import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { type OwnPortal, portalOwnerRoutes, type PortalPage } from '@lectern/contract/publishing/portal';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { Resvg } from '@resvg/resvg-js';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

const refused = (status: number) => (error: unknown) => error instanceof CallError && error.status === status;

describeRecordings('how a portal looks', ['short'], {}, (suite) => {
  let short: VideoDetail;
  /** Its own address. */
  let portal: string;
  before(async () => {
    await suite.db
      .updateTable('users')
      .set({ plan: 'professional' })
      .where('id', 'in', [suite.member.session.id, suite.stranger.session.id])
      .execute();
    await suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: 'webinar' });
    suite.short = await fetchAsset(suite.member, suite.short.id);
    short = await waitUntilProcessed(
      suite.member,
      await uploadFile(suite.member, getSamplePath('short.mp4'), { title: 'short' }),
    );
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    portal = `/portal/${token}`;
    await suite.member.call(portalOwnerRoutes.change, { title: 'Talks & <Tools>', videos: [suite.short.id, short.id] });
  });

  const own = async (): Promise<OwnPortal> => (await suite.member.call(portalOwnerRoutes.own, undefined)).data!;
  const page = async (below = ''): Promise<{ html: string; shown: PortalPage }> => {
    const html = await (await fetch(`${suite.server.origin}${portal}${below}`)).text();
    const data = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!;
    return { html, shown: JSON.parse(data) as PortalPage };
  };

  it('saves a single setting of the portal, unless it was changed elsewhere meanwhile', async () => {
    const before = (await own()).settings;
    const { data } = await suite.member.call(portalOwnerRoutes.change, { font: 'sans', was: { font: 'serif' } });
    assert.deepEqual(data.settings, { ...before, font: 'sans' });
    const videos = before.videos.toReversed();
    for (const wish of [
      { font: 'system', was: { font: 'serif' } },
      { theme: 'dark', videos, was: { theme: 'auto', videos } },
    ] as const)
      await assert.rejects(suite.member.call(portalOwnerRoutes.change, wish), refused(409));
    assert.deepEqual((await own()).settings, data.settings);
    // Two at the same moment: one is the first.
    const both = await Promise.allSettled(
      ['Mine', 'Yours'].map((title) =>
        suite.member.call(portalOwnerRoutes.change, { title, was: { title: before.title } }),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    for (const title of ['\u3164', '\u202E\u200B'])
      await assert.rejects(suite.member.call(portalOwnerRoutes.change, { title }), refused(400));
    const shown = await suite.member.call(portalOwnerRoutes.change, { title: ' A\u200B \u202Etitle ' });
    assert.equal(shown.data.settings.title, 'A title');
    await suite.member.call(portalOwnerRoutes.change, before);
  });

  it('begins with a player, a list or a grid, in the typeface that was chosen', async () => {
    const heads = (html: string) => [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text);
    for (const [layout, head] of [
      ['single', suite.short.title],
      ['list', 'Talks &amp; &lt;Tools&gt;'],
      ['grid', 'Talks &amp; &lt;Tools&gt;'],
    ] as const) {
      await suite.member.call(portalOwnerRoutes.change, { layout, font: layout === 'grid' ? 'serif' : 'system' });
      const { html, shown } = await page();
      assert.deepEqual(heads(html), [head], layout);
      assert.doesNotMatch(html, /<Tools>/, 'its title is text, wherever it stands');
      assert.ok(html.includes(`data-font="${layout === 'grid' ? 'serif' : 'system'}"`));
      assert.equal(shown.video?.title, layout === 'single' ? suite.short.title : undefined);
      const other = shown.portal.cards.find(({ title }) => title === short.title)!;
      assert.ok(html.includes(`href="${portal}/${other.key}"`), 'the way to the other one');
    }
  });

  it('keeps titles as they were written, when they look like tags and ends of scripts', async () => {
    const { title: before } = (await own()).settings;
    const hostile = `Talks & <Tools> "</script><img src=x>`;
    await suite.member.call(portalOwnerRoutes.change, { title: hostile, layout: 'grid' });
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
          return (await fetch(href!.replaceAll('&amp;', '&'))).text();
        }),
      );
      const answer = JSON.parse(json!) as { title: string; html: string };
      assert.equal(answer.title, hostile);
      assert.ok(answer.html.includes(` title="${quoted}" `));
      assert.ok(xml!.includes(`<title>${quoted}</title>`));
    }
    const map = await (await fetch(`${suite.server.origin}${portal}/sitemap.xml`)).text();
    assert.match(map, /<video:title>Talks &amp; &lt;Tools&gt; &quot;&lt;\/script&gt;&lt;img src=x&gt;</);
    await suite.member.call(portalOwnerRoutes.change, { title: before });
    await suite.member.call(videoRoutes.save, { passthrough: suite.short.id, title: suite.short.title });
  });

  it('shows a logo as it was drawn anew here, under an address of its own', async () => {
    const picture = (width: number, height: number): Buffer =>
      new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="100%" fill="#b03a2e"/></svg>`,
      )
        .render()
        .asPng();
    const set = async (png: Buffer, whose = suite.member) =>
      (await whose.call(portalOwnerRoutes.setLogo, { png: png.toString('base64') })).data.logo!;
    const noted = Buffer.concat([picture(1200, 300), Buffer.from('said behind the picture')]);
    const logo = await set(noted);
    assert.deepEqual([logo.width, logo.height], [192, 48]);
    const reply = await fetch(new URL(logo.url, suite.server.origin));
    assert.equal(reply.headers.get('content-type'), 'image/png');
    assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.ok(!bytes.includes('said behind'), 'nothing of the file itself is passed on');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [384, 96]);
    const { html } = await page();
    assert.ok(html.includes(`<img src="${logo.url}" alt="" width="192" height="48"/>`), 'with its room from the start');
    const other = await set(picture(60, 40));
    assert.deepEqual([other.width, other.height], [30, 20], 'not made larger than it is');
    assert.equal((await fetch(new URL(logo.url, suite.server.origin))).status, 404);
    await suite.stranger.call(portalOwnerRoutes.generate, { title: ' Talks\u200b of\tours ' });
    const { settings } = (await suite.stranger.call(portalOwnerRoutes.own, undefined)).data!;
    assert.equal(settings.title, 'Talks of ours', 'called as its owner published it');
    const theirs = await set(picture(40, 40), suite.stranger);
    assert.equal((await suite.member.call(portalOwnerRoutes.removeLogo, undefined)).data.logo, null);
    assert.equal((await fetch(new URL(theirs.url, suite.server.origin))).status, 200, 'another portal keeps its own');
    assert.equal((await fetch(new URL(other.url, suite.server.origin))).status, 404);
    assert.equal((await page()).shown.portal.logo, null);
  });

  it('allows framing on the sites of the owner, also when a video is gone', async () => {
    await suite.member.call(portalOwnerRoutes.change, { sites: ['https://www.example.com'] });
    const { status, headers } = await fetch(`${suite.server.origin}${portal}/nowhere`);
    assert.equal(status, 404);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'self' \S+ https:\/\/www\.example\.com$/);
  });

  it('refuses as a logo what is none, and goes on', async () => {
    const small = new Resvg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
      .render()
      .asPng();
    const bomb = Buffer.from(small);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const lying = Buffer.from(small);
    lying.writeUInt32BE(2000, 16);
    for (const [what, png] of Object.entries({
      'no picture': Buffer.from('GIF89a and so on, and on, and on, and on and on'),
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/hostname"/></svg>'),
      'a head alone': small.subarray(0, 33),
      'too many pixels': bomb,
      'more pixels than there are': lying,
      nothing: Buffer.alloc(0),
    }))
      await assert.rejects(
        suite.member.call(portalOwnerRoutes.setLogo, { png: png.toString('base64') }),
        refused(400),
        what,
      );
    await assert.rejects(suite.member.call(portalOwnerRoutes.setLogo, { png: 'not base64!' }), refused(400));
    assert.equal((await own()).logo, null);
  });
});
