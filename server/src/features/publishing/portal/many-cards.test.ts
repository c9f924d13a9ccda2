// full: a portal of a thousand cards
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CardFormat, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { sql } from 'kysely';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';

/** Megabytes with a wide margin; `npm run bench -- strangers` measures. */
const room = 500;

const loose = { maxConcurrent: 500, maxQueued: 500, maxPerOwner: 1000, requests: 10_000 };
// So few that the test is over soon.
const making = { maxConcurrent: 2, maxQueued: 8, maxPerOwner: 10 };
const limits = { publicWork: { page: loose, picture: loose, media: loose, making } };

describeRecordings('200 different cards at once', ['short'], { limits }, (suite) => {
  let addresses: string[];

  before(async () => {
    await suite.db.updateTable('workspaces').set({ plan: 'professional' }).execute();
    const quotes = Array.from({ length: 20 }, (_, n) => ({
      quote: `Quote number ${n}.`,
      timecode: '00:00:01',
      start: 1,
      cues: [0, 0],
    }));
    await sql`update chapters set quotes = ${JSON.stringify(quotes)}`.execute(suite.db);
    const { token } = (await suite.member.call(portalOwnerRoutes.generate, {})).data;
    const { key } = await suite.db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow();
    const cards = suite.short.chapters.flatMap(({ id }) =>
      quotes.flatMap((_, n) => CardFormat.options.map((format) => portalPaths.quoteCard(token, key, id, n, format))),
    );
    addresses = cards.slice(0, 200);
  });

  it('draws a few of 200 cards at a time or defers them, while the server still answers', async () => {
    const get = async (path: string) => {
      const response = await fetch(suite.server.origin + path);
      const bytes = await response.arrayBuffer();
      return { status: response.status, size: bytes.byteLength, after: response.headers.get('retry-after') };
    };
    const before = process.memoryUsage.rss();
    let highest = before;
    let served = 0;
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) {
        assert.equal((await get('/healthz')).status, 200);
        served += 1;
        highest = Math.max(highest, process.memoryUsage.rss());
      }
    })();
    const twice = [...addresses, ...addresses];
    const answers = await Promise.all(twice.map(get));
    over.abort();
    await watching;
    const drawn = answers.filter(({ status }) => status === 200);
    const putOff = answers.filter(({ status, after }) => status === 503 && after === '5');
    assert.equal(drawn.length + putOff.length, twice.length);
    // Requests for the same card got the same result.
    assert.ok(drawn.length >= 20 && drawn.length % 2 === 0, `${drawn.length} cards`);
    assertEvery(drawn, ({ size }) => size > 1000);
    assert.ok((highest - before) / 1e6 < room, `${Math.round((highest - before) / 1e6)} MB more`);
    assert.ok(served >= drawn.length, `${served} others were served beside ${drawn.length} cards`);
    assertEvery(await Promise.all(twice.slice(0, 5).map(get)), ({ status }) => status === 200);
  });
});
