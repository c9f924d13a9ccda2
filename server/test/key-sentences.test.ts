import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { TextKind } from '@lectern/contract/exports/downloads';
import { CardFormat, portalOwnerRoutes, portalRoutes, type PortalPage } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import type { Route } from '@lectern/contract/route';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { features } from '../src/main/features.ts';
import { describeRecordings } from './describe-server.ts';
import { fetchAsset } from './upload.ts';

const routes: readonly Route[] = features.flatMap(({ routes }) => Object.values(routes));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const read = routes.filter(
  ({ access, method }) => (access === 'anyone' || access === 'capability') && method === 'GET',
);

/** Routes that show nothing of a recording's chapters: accounts, health, payments, and the owner's whole archive. */
const besides = /^GET \/(auth|sandbox|export|download|healthz|readyz|metrics)\b/;

const sentence = 'Zeppelins, an unmistakable sentence.';

/** Every public address of the contract: the table is the contract itself, so that none can be forgotten. */
describeRecordings('key sentences of chapters', ['webinar'], {}, (suite) => {
  let values: Record<string, readonly string[]>;
  let token: string;

  before(async () => {
    const { member, webinar, db, server } = suite;
    await suite.changeUser(member, { plan: 'professional' });
    const quotes = JSON.stringify([{ quote: sentence, key: true, timecode: '00:00:00', start: 0, cues: [0, 0] }]);
    const folded = ['title', 'summary', sentence.toLowerCase()];
    await db.updateTable('chapters').set({ quotes, folded }).where('video_id', '=', webinar.id).execute();
    ({ token } = (await member.call(portalOwnerRoutes.generate, {})).data);
    await member.call(portalOwnerRoutes.change, { show_downloads: true });
    const { url } = (await member.call(shareOwnerRoutes.create, { passthrough: webinar.id })).data;
    const { portal } = await shown(`/portal/${token}`);
    const key = portal.cards[0]!.key;
    const { video } = await shown(`/portal/${token}/${key}`);
    values = {
      token: [token],
      video: [key],
      key: [url.split('/').at(-1)!],
      playbackId: [video!.playback_id],
      chapter: video!.chapters.map(({ id }) => id),
      n: ['0', '1'],
      format: [...CardFormat.options, 'json'],
      kind: TextKind.options,
      hash: ['0'.repeat(64)],
      q: ['zeppelins', 'unmistakable sentence'],
      quote: [`${video!.chapters[0]!.id}.0`],
      url: [`${server.origin}/portal/${token}/${key}`],
    };
  });

  const shown = async (path: string): Promise<PortalPage> => {
    const html = await (await fetch(suite.server.origin + path)).text();
    return JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!) as PortalPage;
  };

  /** Every address of a route, with each of the known values in each of its places. */
  function addressesOf({ path, query, reply }: Route): string[] {
    const asked = Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).filter((name) => name in values);
    const pattern = `${reply === 'stream' ? '' : '/api'}${path}${asked.map((name, at) => `${at === 0 ? '?' : '&'}${name}=:${name}`).join('')}`;
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    return names.reduce(
      (made, name) =>
        made.flatMap((address) => values[name]!.map((value) => address.replace(`:${name}`, encodeURIComponent(value)))),
      [pattern],
    );
  }

  it('stay with their owner, when a visitor opens every address', async () => {
    const said = new Set<string>();
    for (const route of read.filter((each) => !besides.test(nameOf(each))))
      for (const address of addressesOf(route)) {
        const response = await fetch(suite.server.origin + address);
        const body = await response.text();
        // Words that a visitor has searched for stand in the field again.
        if (!address.includes('q=')) assert.ok(!/zeppelins/i.test(body), address);
        else assert.ok(!body.includes(sentence), address);
        if (address.includes('/quote/')) assert.ok(!response.ok, address);
        else if (response.ok) said.add(nameOf(route));
      }
    for (const name of [
      'GET /portal/:token',
      'GET /portal/:token/:video',
      'GET /portal/:token/:video/text/:kind',
      'GET /portal/:token/search',
      'GET /portal/:token/sitemap.xml',
      'GET /media/:playbackId/chapters.vtt',
      'GET /oembed',
      'GET /s/:key',
    ])
      assert.ok(said.has(name), `${name} answered`);
  });

  it('reach visitors as quotes, when their owner keeps them and does not take that back', async () => {
    const { chapters, chapters_version } = await fetchAsset(suite.member, suite.webinar.id);
    assert.deepEqual(
      chapters[0]!.quote.map(({ quote, key }) => [quote, key]),
      [[sentence, true]],
    );
    const save = (key: boolean) =>
      suite.member.call(videoRoutes.save, {
        passthrough: suite.webinar.id,
        chapters_version,
        chapters: chapters.map((chapter, n) =>
          n === 0 ? { ...chapter, quote: chapter.quote.map((quote) => ({ ...quote, key })) } : chapter,
        ),
      });
    const found = async () => (await suite.server.call(portalRoutes.search, { token, q: 'zeppelins' })).data.length;
    await save(true);
    assert.equal(await found(), 0);
    await save(false);
    assert.equal(await found(), 1);
    const [first] = (await fetchAsset(suite.member, suite.webinar.id)).chapters;
    assert.deepEqual([first!.quote[0]!.key, first!.quote[0]!.cues, first!.edited], [undefined, [0, 0], ['quote']]);
    await save(true);
    assert.equal(await found(), 0);
  });
});
