// full: which files a first view asks for, layout shift, and parts that do not come; bundle sizes are checked
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '@lectern/server/test/member';
import { enter, changeMember } from '../stage.ts';
import type { Page } from 'playwright-core';
import { expect } from '../expect.ts';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { atRest, delayResources, readLayoutShift, watchShifts } from '../at-rest.ts';
import { openOnStage } from '../journey.ts';
import { makeCrowd } from '../crowd.ts';

describe('pages as they come', () => {
  const { stage, context } = openOnStage();
  const open = async (who: Parameters<typeof enter>[2] = stage.people.member): Promise<Page> => {
    const page = await context.newPage();
    await enter(page, stage.origin, who);
    return page;
  };

  it('keeps nothing of what was asked ahead for a later visit', async () => {
    await using page = await open();
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
      await using page = await open(name === 'the landing page' ? {} : stage.people.member);
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
      await using page = await open();
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
    });

  it('a page that does not come within 120 s is an unexpected error', async () => {
    await using page = await open({});
    await page.clock.install();
    const asked = Promise.withResolvers<void>();
    await page.route(/\/assets\/login-[\w-]{8}\.js$/, () => asked.resolve());
    await page.goto(`${stage.origin}/login`, { waitUntil: 'commit' });
    // Starts the clock after the login chunk is requested, so only that chunk is late.
    await asked.promise;
    await page.waitForFunction(() => document.querySelector('[aria-busy]') !== null);
    await page.clock.runFor(121_000);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Load the page again' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('a dialog that does not come leaves the page as it is, and is fetched when it is opened again', async () => {
    await using page = await open();
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').first().waitFor();
    await page.context().setOffline(true);
    const button = page.getByRole('contentinfo').getByRole('button', { name: 'Send Feedback' });
    await button.click();
    const message = page.getByText('The server cannot be reached. Open this again when you are back.');
    await message.waitFor();
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0);
    await page.getByRole('article').first().waitFor();
    const told = await message.boundingBox();
    assert.ok(told && told.width > 200, `a column of words, ${told?.width} pixels wide`);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await button.click();
    await page.getByRole('dialog').getByLabel('Subject').waitFor();
  });

  it('opens a recording, when its card was pointed at without a connection', async () => {
    await using page = await open();
    await page.goto(`${stage.origin}/asset/view`);
    const card = page.locator(`a[href="/asset/${stage.webinar}"]`).first();
    await card.waitFor();
    // A routed request uses no cache.
    await page.route('**/assets/*.js', (route) => route.continue());
    await page.context().setOffline(true);
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('storyboard'));
    await card.hover();
    await refused;
    await atRest(page);
    await page.context().setOffline(false);
    await card.click();
    await page.getByRole('region', { name: 'Player' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('offers to load the page again when a part of it does not come, and shows that it waits', async () => {
    const held = Promise.withResolvers<void>();
    await using page = await open();
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').first().waitFor();
    await page.route('**/assets/plan-*.js', async (route) => {
      await held.promise;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Plan Selection' }).click();
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor({ state: 'attached' });
    held.resolve();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('A part of this page could not be loaded.').waitFor();
    await page.unroute('**/assets/plan-*.js');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { name: 'Plan Selection' }).waitFor();
  });

  /** The page of a video is in its own journey. */
  const pages = [
    ...['view', 'upload', 'highlights', 'glossary', 'statistics', 'portal', 'plan', 'account'].map(
      (name) => `asset/${name}`,
    ),
    ...['dashboard', 'users', 'videos', 'token-histories', 'payment-histories', 'reports', 'jobs'].map(
      (name) => `admin/${name}`,
    ),
    ...['set-aside', 'health', 'security', 'audit'].map((name) => `admin/${name}`),
  ];
  for (const width of [390, 1440])
    it(`moves nothing while pages come, in a window ${width} wide`, async () => {
      const { people, server, administrator: admin } = stage;
      if (width === 390) {
        await changeMember(server, people.member, { plan: 'professional' });
        await people.member.call(portalOwnerRoutes.generate, {});
        await makeCrowd(server, { memberId: people.newcomer.session.id });
      }
      await using page = await open({ session: { ...people.member.session, plan: 'professional' }, admin });
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      await delayResources(page, /\/api\/|\/assets\/(?:admin|library)-/);
      const moved: string[] = [];
      for (const name of pages) {
        await page.goto(`${stage.origin}/${name}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('contentinfo').waitFor();
        await atRest(page);
        const shift = await readLayoutShift(page);
        if (shift >= 0.02) moved.push(`${name}: ${shift.toFixed(3)}`);
      }
      assert.deepEqual(moved, []);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});
