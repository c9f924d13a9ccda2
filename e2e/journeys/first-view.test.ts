// full: which files a first view asks for; bundle sizes are checked
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '@lectern/server/test/member';
import { openBrowser } from '../browser.ts';
import { enter, openStage, type Stage } from '../stage.ts';

describe('the first view of a page', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser({ viewport: { width: 1440, height: 900 } });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  it('keeps nothing of what was asked ahead for a later visit', async () => {
    const page = await browser.context.newPage();
    await enter(page, stage.origin, { session: stage.people.member.session });
    let checks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/check')) checks += 1;
    });
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    assert.equal(checks, 1);
    await page.goBack();
    await page.getByRole('article').first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    assert.equal(checks, 2);
    await page.close();
  });

  const named = async (path: string): Promise<string[]> => {
    const html = await (await fetch(stage.origin + path)).text();
    return [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, file]) => file!);
  };

  for (const [name, path, there] of [
    ['the landing page', () => '/', 'heading'],
    ['the library', () => '/asset/view', 'article'],
    ['a video', () => `/asset/${stage.webinar}`, 'slider'],
  ] as const)
    it(`${name} names the chunks it needs before any script has run`, async () => {
      const page = await browser.context.newPage();
      await enter(page, stage.origin, name === 'the landing page' ? {} : { session: stage.people.member.session });
      const asked = new Set<string>();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) asked.add(pathname);
      });
      // Chunks imported by a script are requested only after that script has arrived.
      const held = Promise.withResolvers<void>();
      await page.route(/\/assets\/(core|app-routes)-.*\.js$/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(stage.origin + path(), { waitUntil: 'commit' });
      for (const file of await named(path()))
        await eventually(async () => asked.has(file) || undefined, `${file}, which waits for a script`, 30);
      const early = new Set(asked);
      held.resolve();
      await page.getByRole(there).first().waitFor();
      assert(early.size < 32, `${early.size} files`);
      const own = /\/(?:landing|library|video)-[\w-]{8}\.js$/;
      assert(
        [...early].some((file) => own.test(file)),
        'the chunk of the page is not among them',
      );
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });

  for (const [name, path, call, chunk, there] of [
    ['the library', () => '/asset/view', /\/api\/muxvideos\?.*limit=100/, /\/assets\/library-[\w-]{8}\.js$/, 'article'],
    [
      'a video',
      () => `/asset/${stage.webinar}`,
      /\/api\/muxvideos\/asset\//,
      /\/assets\/video-[\w-]{8}\.js$/,
      'slider',
    ],
  ] as const)
    it(`${name} is asked for while the page is still coming, and once`, async () => {
      const page = await browser.context.newPage();
      await enter(page, stage.origin, { session: stage.people.member.session });
      let calls = 0;
      page.on('request', (request) => {
        if (call.test(request.url())) calls += 1;
      });
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      page.on('request', (request) => {
        if (call.test(request.url())) resolve();
      });
      await page.route(chunk, async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto(stage.origin + path(), { waitUntil: 'commit' });
      await page.getByRole(there).first().waitFor();
      assert.equal(calls, 1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });
});
