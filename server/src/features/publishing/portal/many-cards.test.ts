// full: a portal of a thousand cards
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CardFormat, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { sql } from 'kysely';
import { assertEvery } from '../../../../test/assert-every.ts';
import { openEmbeddedPlace, type TestPlace } from '../../../../test/databases.ts';
import { signUp } from '../../../../test/member.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';

/** Megabytes with a wide margin; `npm run bench -- strangers` measures. */
const room = 500;

describe('200 different cards at once', () => {
  let place: TestPlace;
  let server: TestWorld;
  let addresses: string[];

  before(async () => {
    place = await openEmbeddedPlace();
    const loose = { maxConcurrent: 500, maxQueued: 500, maxPerOwner: 1000, requests: 10_000 };
    // So few that the test is over soon.
    const making = { maxConcurrent: 2, maxQueued: 8, maxPerOwner: 10 };
    const publicWork = { page: loose, picture: loose, media: loose, making };
    server = await openTestWorld({ ...place, limits: { publicWork } });
    const owner = await signUp(server.origin, server.letters);
    const id = await uploadFile(owner, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    const video = await waitUntilProcessed(owner, id);
    const db = server.world.database.kysely;
    await db.updateTable('users').set({ plan: 'professional' }).execute();
    const quotes = Array.from({ length: 20 }, (_, n) => ({
      quote: `Quote number ${n}.`,
      timecode: '00:00:01',
      start: 1,
      cues: [0, 0],
    }));
    await sql`update chapters set quotes = ${JSON.stringify(quotes)}`.execute(db);
    const { token } = (await owner.call(portalOwnerRoutes.generate, {})).data;
    const { key } = await db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow();
    addresses = video.chapters
      .flatMap(({ id: chapter }) =>
        quotes.flatMap((_, n) =>
          CardFormat.options.map((format) => portalPaths.quoteCard(token, key, chapter, n, format)),
        ),
      )
      .slice(0, 200);
  });
  after(async () => {
    await server?.close();
    await place?.close();
  });

  it('draws a few of 200 cards at a time or defers them, while the server still answers', async () => {
    const get = async (path: string) => {
      const response = await fetch(server.origin + path);
      const bytes = await response.arrayBuffer();
      return { status: response.status, size: bytes.byteLength, after: response.headers.get('retry-after') };
    };
    const before = process.memoryUsage.rss();
    let highest = before;
    let served = 0;
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) {
        assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
        served += 1;
        highest = Math.max(highest, process.memoryUsage.rss());
      }
    })();
    const twice = [...addresses, ...addresses];
    const answers = await Promise.all(twice.map(get));
    over.abort();
    await watching;
    const drawn = answers.filter(({ status }) => status === 200);
    const putOff = answers.filter(({ status }) => status === 503);
    assert.equal(drawn.length + putOff.length, twice.length);
    // Requests for the same card got the same result.
    assert.ok(drawn.length >= 20 && drawn.length % 2 === 0, `${drawn.length} cards`);
    assertEvery(drawn, ({ size }) => size > 1000);
    assert.equal(
      putOff.find(({ after: wait }) => wait !== '5'),
      undefined,
    );
    assert.ok((highest - before) / 1e6 < room, `${Math.round((highest - before) / 1e6)} MB more`);
    assert.ok(served >= drawn.length, `${served} others were served beside ${drawn.length} cards`);
    const again = await Promise.all(twice.slice(0, 5).map(get));
    assert.deepEqual(
      again.map(({ status }) => status),
      [200, 200, 200, 200, 200],
      'what was drawn is kept',
    );
  });
});
