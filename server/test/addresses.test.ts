import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { before, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { downloadRoutes, exportRoutes } from '@lectern/contract/exports/downloads';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { pages } from '@lectern/contract/rules/pages';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { day } from '@lectern/contract/rules/durations';
import type { Route } from '@lectern/contract/route';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { slideRoutes } from '@lectern/contract/outline/slides';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { replaceSlides } from '../src/features/outline/slides/stored-slides.ts';
import { features } from '../src/main/features.ts';
import { describeRecordings } from './describe-server.ts';
import { eventually } from './member.ts';
import { keepKeySentences, putUploadChunk } from './upload.ts';

/**
 * Not an account's: payments are the payment service's, events of recordings their provider's, metrics the operator's.
 */
const ofNobody = /^\/(?:stripe|sandbox|mux\/webhook|metrics)/;

const ofAccounts = features
  .flatMap<Route>(({ routes }) => Object.values(routes))
  .filter(({ access, path }) => access === 'capability' && !ofNobody.test(path))
  .map(({ method, path }) => `${method} ${path}`);

/** A call under /api, which programs make. */
const isCall = (route: string): boolean => /\/(search|playback)$/.test(route);

/** A PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describeRecordings('addresses that hold a key', ['short'], {}, (suite) => {
  let portal: string;
  /** One of each kind, by its route. */
  let addresses: Record<string, string>;

  before(async () => {
    const { short: video, member: owner, db } = suite;
    const { id } = video;
    await db.updateTable('workspaces').set({ plan: 'professional' }).execute();
    await keepKeySentences(owner, video);
    const { url: upload } = await owner.call(uploadRoutes.create, {});
    await putUploadChunk(upload, Buffer.alloc(10), 'bytes 0-9/100');
    const clip = (await owner.call(clipRoutes.cut, { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:02' })).data;
    await eventually(async () => ((await fetch(clip.data, { method: 'HEAD' })).ok ? true : undefined), 'the clip');
    const original = (await owner.call(clipRoutes.downloadLink, { filename: `${video.assetId}.mp4` })).url;
    const text = (await owner.call(downloadRoutes.textLink, { passthrough: id, kind: 'transcript.vtt' })).url;
    await replaceSlides(db, id, [{ start: 0, end: 1, title: 'One', text: 'One' }]);
    const slides = (await owner.call(slideRoutes.slidesPdfLink, { passthrough: id })).url;
    const archive = (await owner.call(exportRoutes.exportLink, { recordings: 'without' })).url;
    portal = (await owner.call(portalOwnerRoutes.generate, {})).data.token;
    const { settings } = (await owner.call(portalOwnerRoutes.own, undefined)).data!;
    await owner.call(portalOwnerRoutes.change, { ...settings, show_downloads: true, answers_questions: true });
    const { logo } = (await owner.call(portalOwnerRoutes.setLogo, { png: dot })).data;
    const { key } = await db.selectFrom('portal_videos').select('key').executeTakeFirstOrThrow();
    const media = `/media/${video.playback_id}`;
    const inPortal = `/portal/${portal}/${key}`;
    const share = new URL((await owner.call(shareOwnerRoutes.create, { passthrough: id })).data.url).pathname;
    addresses = {
      'PUT /upload/:key': upload,
      'GET /media/:playbackId/master.m3u8': `${media}/master.m3u8`,
      'GET /media/:playbackId/video.m3u8': `${media}/video.m3u8`,
      'GET /media/:playbackId/init.mp4': `${media}/init.mp4`,
      'GET /media/:playbackId/segment-:n.m4s': `${media}/segment-0.m4s`,
      'GET /media/:playbackId/iframes.m3u8': `${media}/iframes.m3u8`,
      'GET /media/:playbackId/init-picture.mp4': `${media}/init-picture.mp4`,
      'GET /media/:playbackId/keyframe-:n.m4s': `${media}/keyframe-0.m4s`,
      'GET /media/:playbackId/captions.m3u8': `${media}/captions.m3u8`,
      'GET /media/:playbackId/thumbnail.jpg': `${media}/thumbnail.jpg`,
      'GET /media/:playbackId/storyboard.vtt': `${media}/storyboard.vtt`,
      'GET /media/:playbackId/storyboard-:n.jpg': `${media}/storyboard-0.jpg`,
      'GET /media/:playbackId/captions.vtt': `${media}/captions.vtt`,
      'GET /media/:playbackId/chapters.vtt': `${media}/chapters.vtt`,
      'GET /download/:filename': original,
      'HEAD /download/:filename': clip.data,
      'GET /download/text/:passthrough/:kind': text,
      'GET /download/slides/:passthrough': slides,
      'GET /export/:userId/:recordings': archive,
      'GET /portal/:token': `/portal/${portal}`,
      'GET /portal/:token/sitemap.xml': `/portal/${portal}/sitemap.xml`,
      'GET /portal/:token/logo/:hash': logo!.url,
      'GET /portal/:token/:video': inPortal,
      'GET /portal/:token/:video/thumbnail.jpg': `${inPortal}/thumbnail.jpg`,
      'GET /portal/:token/:video/quote/:chapter/:n/:format': portalPaths.quoteCard(
        portal,
        key,
        video.chapters[0]!.id,
        0,
        'wide',
      ),
      'GET /portal/:token/:video/text/:kind': `${inPortal}/text/transcript.vtt`,
      'GET /portal/:token/:video/recording': `${inPortal}/recording`,
      'GET /portal/:token/search': `/api/portal/${portal}/search?q=talk`,
      'GET /portal/:token/:video/playback': `/api${inPortal}/playback`,
      'POST /portal/:token/ask': `/api/portal/${portal}/ask`,
      'POST /portal/:token/events': `/api/portal/${portal}/events`,
      'POST /portal/:token/mcp': `/portal/${portal}/mcp`,
      'GET /s/:key': share,
      'POST /s/:key': `/api${share}`,
      'POST /s/:key/events': `/api${share}/events`,
    };
  });

  const question = 'What is said of customers?';
  const post = (route: string) => ({
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(route.endsWith('/mcp') ? { jsonrpc: '2.0', id: 1, method: 'ping' } : { events: [], question }),
  });

  async function statusOf(route: string): Promise<number> {
    const [method] = route.split(' ') as [string];
    const response = await fetch(new URL(addresses[route]!, suite.server.origin), {
      method,
      redirect: 'manual',
      ...(method === 'PUT' ? { headers: { 'content-range': 'bytes */100' } } : {}),
      ...(method === 'POST' ? post(route) : {}),
    });
    await response.arrayBuffer();
    return response.status;
  }

  it('all rest while the account is deactivated, and open again with it', async () => {
    assert.deepEqual(
      ofAccounts.filter((route) => !(route in addresses)),
      [],
      'the table has every one',
    );
    const right = (status: number): boolean => status === 200 || status === 308;
    const activate = (is_active: boolean) => suite.db.updateTable('users').set({ is_active }).execute();
    for (const route of ofAccounts) assert.ok(right(await statusOf(route)), `${route}: ${await statusOf(route)}`);
    await activate(false);
    for (const route of ofAccounts) {
      const status = await statusOf(route);
      assert.ok(status === 404 || status === 403, `${route} of a deactivated account: ${status}`);
    }
    await activate(true);
    // An export opens once for each link that was asked for, and anew for each.
    for (const route of ofAccounts) assert.ok(right(await statusOf(route)), `${route} afterwards`);
  });

  it('answer HEAD like GET, without a body, wherever something is looked at', async () => {
    const asked = ofAccounts.filter((route) => /^GET \/(media|portal|s|download)\//.test(route) && !isCall(route));
    assert.ok(asked.length > 20);
    for (const route of asked) {
      const ask = (method: string) =>
        fetch(new URL(addresses[route]!, suite.server.origin), { method, headers: { 'accept-encoding': 'identity' } });
      const [got, told] = [await ask('GET'), await ask('HEAD')];
      const body = await got.arrayBuffer();
      const said = ({ status, headers }: Response) => [
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
      ];
      assert.deepEqual(said(told), said(got), route);
      assert.equal((await told.arrayBuffer()).byteLength, 0, route);
      const length = told.headers.get('content-length');
      // Streamed answers have no known length.
      if (length !== null) assert.equal(Number(length), body.byteLength, route);
    }
    const missing = await fetch(`${suite.server.origin}/s/nothing-of-this-name`, { method: 'HEAD' });
    assert.equal(missing.status, 404);
  });

  it('serves pages for URLs with a key, when copied with a slash or an invalid query or key', async () => {
    const opened = ['GET /portal/:token', 'GET /portal/:token/:video', 'GET /s/:key'].map((route) => addresses[route]!);
    const pages: [number, string][] = opened.flatMap((path) => [
      [200, `${path}/`],
      ...['q=talk&q=two', `q=${'x'.repeat(300)}`, 'q=a%00b', 't=1&t=2', `t=${'1'.repeat(50)}`, 'quote=%00'].map(
        (query): [number, string] => [200, `${path}?${query}`],
      ),
    ]);
    pages.push([404, '/portal/short'], [404, '/portal/short/'], [404, `/portal/${portal}/${'k'.repeat(60)}`]);
    pages.push([404, `/s/${'k'.repeat(300)}`], [404, '/s/x'], [404, '/portal/no-such-portal-there/no-video']);
    for (const [wanted, path] of pages) {
      const response = await fetch(new URL(path, suite.server.origin));
      const { status, headers } = response;
      const html = await response.text();
      assert.deepEqual([status, headers.get('content-type')], [wanted, 'text/html; charset=utf-8'], path);
      if (status === 404)
        assert.match(html, /<h1[^>]*>(This recording is|These webinars are) not available<\/h1>/, path);
    }
  });

  it('tell programs in the shape of every failure what is no address', async () => {
    for (const [status, path] of [
      [400, '/%ff'],
      [400, '/s/%ff'],
      [404, '/api/nothing-of-this-name'],
      [404, '/.env'],
      [404, '/.git/config'],
      [404, '/%2eenv'],
      [404, '/asset/.htaccess'],
      [404, '/.well-known/nothing'],
    ] as const) {
      const response = await fetch(`${suite.server.origin}${path}`);
      const body = (await response.json()) as object;
      assert.deepEqual([response.status, Object.keys(body)], [status, ['code', 'msg']], path);
    }
  });

  it('answers 200 with a page at URLs of the web app, and 404 at unknown ones', async () => {
    const ask = async (path: string, accept: string): Promise<string> => {
      const response = await fetch(suite.server.origin + path, { headers: { accept } });
      return `${response.status} ${response.headers.get('content-type')?.split(';')[0]}`;
    };
    for (const path of pages.map((page) => page.replace(/:\w+\??/, 'x1'))) {
      assert.equal(await ask(path, '*/*'), '200 text/html', path);
      assert.equal(await ask(`${path.replace(/\/$/, '').toUpperCase()}/?a=b`, '*/*'), '200 text/html', path);
    }
    const none = ['/wp-login.php', '/main.js', '/asset/a/b', '/admin/users/1', '/logins', '/sitemap.xml'];
    for (const path of none) {
      assert.equal(await ask(path, '*/*'), '404 application/json', path);
      assert.equal(await ask(path, 'text/html,*/*'), '404 text/html', path);
    }
    assert.equal(await ask('/favicon.ico', '*/*'), '200 image/png');
    assert.equal(await ask('/api/nothing', 'text/html'), '404 application/json');
  });

  it('serves robots.txt and security.txt at their standard paths', async () => {
    const [robots, security] = await Promise.all(
      ['/robots.txt', '/.well-known/security.txt'].map(async (path) => {
        const response = await fetch(`${suite.server.origin}${path}`);
        assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
        return response.text();
      }),
    );
    assert.match(robots!, /^User-agent: \*\nDisallow: \/api\/\n/);
    assert.doesNotMatch(robots!, /Disallow: \/(?:portal|s)?\/?\n/);
    const [, expires = ''] = /^Contact: mailto:support@localhost\.test\nExpires: (\S+)\n/.exec(security!) ?? [];
    assert.ok(Date.parse(expires) > Date.now() && Date.parse(expires) < Date.now() + 365 * day, security!);
  });

  const withHost = async (host: string): Promise<{ status: number; policy: string }> => {
    const { port } = new URL(suite.server.origin);
    const asking = request({ port, path: `/portal/${portal}`, headers: { host } }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    return { status: answer.statusCode!, policy: String(answer.headers['content-security-policy'] ?? '') };
  };

  it('let in no site that a policy would take for more than a site', async () => {
    const { call } = suite.member;
    const { settings } = (await call(portalOwnerRoutes.own, undefined)).data!;
    for (const site of ['https://a;script-src *', 'https://a,b', 'https://a"b'])
      await assert.rejects(call(portalOwnerRoutes.change, { ...settings, sites: [site] }), /is not a web address/);
    // As an earlier version stored it: it opens the portal to nobody, and adds nothing.
    await suite.db
      .updateTable('portals')
      .set({ allowed_origins: ['https://a;script-src *', 'https://b.example'] })
      .execute();
    const { status, policy } = await withHost('portal.example');
    assert.equal(status, 200);
    assert.match(policy, /frame-ancestors 'self' http:\/\/portal\.example https:\/\/b\.example$/);
  });
});
