import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { portalOwnerRoutes, type PortalPage, portalRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { fetchAsset } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

describeRecordings('quotes in a portal', ['short'], {}, (suite) => {
  let token: string;
  before(async () => {
    const { kysely } = suite.world.database;
    await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', suite.member.session.id).execute();
    ({ token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data);
  });
  const page = async (below = ''): Promise<PortalPage> => {
    const html = await (await fetch(`${suite.server.origin}/portal/${token}${below}`)).text();
    return JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!) as PortalPage;
  };

  it('draws quotes as cards, and links to quotes use them as previews', async () => {
    const { key } = (await page()).portal.cards[0]!;
    const { id, quotes } = (await page(`/${key}`)).video!.chapters[0]!;
    assert.equal(quotes[0]?.card, true);
    const card = (n: number, format: 'wide' | 'square') => portalPaths.quoteCard(token, key, id, n, format);
    const statusOf = async (path: string) => (await fetch(`${suite.server.origin}${path}`)).status;
    for (const [format, width, height] of [
      ['wide', 1200, 630],
      ['square', 1080, 1080],
    ] as const) {
      const response = await fetch(`${suite.server.origin}${card(0, format)}`);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
      const png = Buffer.from(await response.arrayBuffer());
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height]);
    }
    const html = await (await fetch(`${suite.server.origin}${portalPaths.quote(token, key, id, 0)}`)).text();
    assert.ok(html.includes(`${card(0, 'wide')}">`));
    assert.ok(html.includes(`<link rel="canonical" href="${suite.server.origin}/portal/${token}/${key}">`));
    assert.equal(await statusOf(card(20, 'wide')), 404);
    await suite.member.call(portalOwnerRoutes.change, { show_quotes: false });
    assert.equal(await statusOf(card(0, 'wide')), 404);
    await suite.member.call(portalOwnerRoutes.change, { show_quotes: true });
  });

  it('shows only quotes cut from the transcript or edited by the owner', async () => {
    const { kysely } = suite.world.database;
    const stored = (
      await sql<{ id: string; quotes: { quote: string }[] }>`
        select id, quotes from chapters where video_id = ${suite.short.id} order by n limit 1`.execute(kysely)
    ).rows[0]!;
    await sql`update chapters set folded = folded[1:2] || array['a zeppelin', 'a balloon'] || folded[3:],
        quotes = '[{"quote": "A zeppelin", "timecode": "00:00:00"},
          {"quote": "A balloon", "timecode": "00:00:00", "edited": true}]'::jsonb || quotes
        where id = ${stored.id}`.execute(kysely);
    const { key } = (await page()).portal.cards[0]!;
    const { quotes } = (await page(`/${key}`)).video!.chapters.find(({ id }) => id === stored.id)!;
    const cut = stored.quotes.map(({ quote }) => quote);
    assert.deepEqual(
      quotes.map(({ text }) => text),
      ['A balloon', ...cut],
    );
    const search = async (q: string) => suite.server.call(portalRoutes.search, { token, q });
    assert.deepEqual(await search('zeppelin'), { data: [], totals: {} });
    assert.equal((await search('balloon')).data[0]?.field, 'quote');
    const { data, totals } = await search(cut[0]!.slice(0, 40));
    assert.equal(data[0]?.field, 'quote');
    assert.ok(totals[key]! >= data.length);
    const last = portalPaths.quoteCard(token, key, stored.id, 1 + cut.length, 'wide');
    assert.equal((await fetch(`${suite.server.origin}${last}`)).status, 404);
  });

  it('shows unproven quotes, when the owner makes them public', async () => {
    const { key } = (await page()).portal.cards[0]!;
    const { chapters, chapters_version } = await fetchAsset(suite.member, suite.short.id);
    const quotes = async () => (await page(`/${key}`)).video!.chapters[0]!.quotes.map(({ text }) => text);
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
