/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EmbedCode, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { eventually, signUp } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import type { Frame, FrameLocator } from 'playwright-core';
import { expect } from '../expect.ts';
import { hostHtml, openHostSite } from '../host-page.ts';
import { journey } from '../journey.ts';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openRecordedWorld } from '@lectern/server/test/recorded';
import { keepKeySentences } from '@lectern/server/test/upload';
import { changeMember } from '../stage.ts';

/** A visitor: the counts leave headless browsers out. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe('the portal on a page of another site', () => {
  const { opened: site, page, context } = journey(openHostSite, { userAgent, asksOthers: true });
  let own: Awaited<ReturnType<typeof openRecordedWorld<'webinar' | 'short'>>>;
  let code: EmbedCode;
  let complaints: string[] = [];
  before(async () => {
    own = await openRecordedWorld(openPagesPlace, ['webinar', 'short']);
    await choosePlan('professional');
    await keepKeySentences(own.member, own.webinar);
    code = (await own.member.call(portalOwnerRoutes.generate, {})).data;
    await change({ title: 'Talks of ours', videos: [own.webinar.id, own.short.id] });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('console', (message) => {
      // The host's own policy knows no icon of its own.
      if (message.type() === 'error' && !message.text().includes('favicon.ico')) complaints.push(message.text());
      // The browser must recognise every feature the frame allows.
      if (message.text().includes('Unrecognized feature')) complaints.push(message.text());
    });
  });

  after(async () => {
    await own?.server.close();
    await own?.place.close();
  });

  const choosePlan = (plan: 'free' | 'professional') => changeMember(own.server, own.member, { plan });
  const change = async (part: object): Promise<void> => {
    const { settings } = (await own.member.call(portalOwnerRoutes.own, undefined)).data!;
    await own.member.call(portalOwnerRoutes.change, { ...settings, ...part });
  };
  const visit = async (
    embedded: string,
    { headers = {}, width = 1280 }: { headers?: Record<string, string>; width?: number } = {},
  ): Promise<FrameLocator> => {
    site.pages.set('/', { html: hostHtml(embedded), headers });
    complaints = [];
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.origin);
    return page.frameLocator('iframe').first();
  };
  const innermost = (): Frame => page.frames().at(-1)!;
  const plays = (): Promise<unknown> =>
    innermost().waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
  /** Opens the webinar in the frame and plays its second chapter. */
  const playSecondChapter = async (portal: FrameLocator): Promise<void> => {
    await portal.getByRole('heading', { name: own.webinar.title }).getByRole('link').click();
    await portal.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await portal.getByRole('link', { name: /^Play chapter 2/ }).click();
    await plays();
    await portal.locator('[data-current-chapter]').filter({ hasText: own.webinar.chapters[1]!.title }).waitFor();
  };

  it('stands where the snippet stands, moves nothing, and gives the page its structured data', async () => {
    await page.addInitScript(() => {
      const seen = { shift: 0, events: [] as string[] };
      Object.assign(window, { seen });
      if (window.parent !== window) return;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      for (const type of ['play', 'chapter', 'quote-shared'])
        addEventListener(`lectern:${type}`, (event) =>
          seen.events.push(`${type} ${(event as CustomEvent<{ title?: string }>).detail.title ?? ''}`.trim()),
        );
    });
    const portal = await visit(code.code);
    await portal.getByRole('heading', { name: 'Talks of ours' }).waitFor();
    await portal.getByRole('heading', { name: own.short.title }).waitFor();
    await page.waitForFunction(() => document.querySelector('script[type="application/ld+json"]') !== null);
    const list = await page.evaluate(
      () =>
        JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as {
          itemListElement: { item: { '@type': string; name: string } }[];
        },
    );
    assert.deepEqual(
      list.itemListElement.map(({ item }) => [item['@type'], item.name]),
      [
        ['VideoObject', own.webinar.title],
        ['VideoObject', own.short.title],
      ],
    );
    await playSecondChapter(portal);
    // Messages between frames take their time.
    await page.waitForFunction(() => (window as unknown as { seen: { events: string[] } }).seen.events.length >= 2);
    await page.waitForFunction(() =>
      document.querySelector('script[type="application/ld+json"]')?.textContent.includes('"hasPart"'),
    );
    const state = () =>
      page.evaluate(() => [
        document.querySelector('iframe')!.style.height,
        ...[...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent),
      ]);
    const before = await state();
    // The page itself and a frame of somebody else speak in the portal's name.
    await page.evaluate(async () => {
      const forged = { source: 'lectern-portal', forged: true, title: 'forged', json: '{}', height: 5000, acted: true };
      const messages = JSON.stringify(['play', 'structured-data', 'size'].map((type) => ({ ...forged, type })));
      const other = document.body.appendChild(document.createElement('iframe'));
      const come = new Promise<void>((resolve) => {
        let left = 6;
        addEventListener('message', ({ data }: MessageEvent<{ forged?: true }>) => {
          if (data.forged && (left -= 1) === 0) resolve();
        });
      });
      for (const speaker of [window, other.contentWindow as typeof window])
        speaker.eval(`for (const message of ${messages}) top.postMessage(message, '*')`);
      await come;
      other.remove();
    });
    assert.deepEqual(await state(), before, 'forged messages change nothing');
    const seen = await page.evaluate(() => (window as unknown as { seen: { shift: number; events: string[] } }).seen);
    assert.equal(seen.shift, 0, 'layout shift of the host page');
    assert.deepEqual(seen.events, [`play ${own.webinar.title}`, `chapter ${own.webinar.title}`]);
    const clips = await page.evaluate(
      () =>
        (JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent) as { hasPart: object[] })
          .hasPart,
    );
    assert.equal(clips.length, own.webinar.chapters.length);
    assert.deepEqual(complaints, []);
  });

  it('searches titles, chapters, quotes and what was said, and opens the moment', async () => {
    const portal = await visit(code.code);
    const field = portal.getByRole('searchbox', { name: 'Search the webinars' });
    const title = own.webinar.chapters[1]!.title;
    await field.fill(title.toLowerCase());
    const found = portal.getByRole('region', { name: `Moments about ${title.toLowerCase()}` });
    await expect(found.locator('mark').first()).toHaveText(title, { ignoreCase: true });
    await field.fill('xylophone');
    await portal.getByText('Nothing about “xylophone” in these webinars.').waitFor();
    await field.fill(title);
    await found
      .or(portal.getByRole('region', { name: /^Moments about/ }))
      .getByRole('link')
      .nth(1)
      .click();
    await innermost().waitForFunction(
      (at) => Math.abs((document.querySelector('video')?.currentTime ?? -9) - at) < 1.5,
      Math.floor(own.webinar.chapters[1]!.start_seconds),
    );
    assert.deepEqual(complaints, []);
  });

  itInFullRun('follows the speech until a viewer scrolls, and shares quotes and chapters', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const portal = await visit(code.code);
    await playSecondChapter(portal);
    const quote = portal.getByRole('list', { name: 'Quotes of chapter 2' }).getByRole('listitem').first();
    await quote.getByRole('button', { name: 'Copy link to quote 1 of chapter 2' }).click();
    await quote.getByText('Copied!').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      link,
      new RegExp(`^${own.server.origin}/portal/${code.token}/[\\w-]+\\?quote=${own.webinar.chapters[1]!.id}\\.0$`),
    );
    await portal.getByRole('tab', { name: 'Transcript' }).click();
    await portal.locator('[data-current-line]').first().waitFor();
    const panel = portal.getByRole('region', { name: 'Transcript', exact: true });
    await panel.hover();
    await page.mouse.wheel(0, 900);
    await portal.getByRole('button', { name: 'Back to current' }).click();
    await portal.locator('[data-current-line]').first().waitFor();
    await portal.getByRole('tab', { name: 'Transcript' }).press('ArrowLeft');
    await expect(portal.getByRole('tab', { name: 'Chapters' })).toHaveAttribute('aria-selected', 'true');

    await using visitor = await context.newPage();
    await visitor.goto(link);
    const preview = await visitor.locator('meta[property="og:image"]').getAttribute('content');
    const picture = await visitor.request.get(preview!);
    assert.deepEqual([picture.status(), picture.headers()['content-type']], [200, 'image/png']);
    await visitor.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
    assert.deepEqual(complaints, []);
  });

  itInFullRun('leaves nothing to complain of, when a policy forbids styles in the page', async () => {
    site.pages.set('/own.css', { html: code.unstyled.css, headers: { 'content-type': 'text/css' } });
    const portal = await visit(`<link rel="stylesheet" href="/own.css">${code.unstyled.code}`, {
      headers: {
        'content-security-policy': `default-src 'none'; style-src 'self'; script-src ${own.server.origin}; frame-src ${own.server.origin}`,
      },
    });
    await playSecondChapter(portal);
    const room = await page.locator('script[data-portal]').evaluate((script) => getComputedStyle(script).minHeight);
    assert.equal(room, '520px', 'the line of the stylesheet keeps its room');
    assert.deepEqual(complaints, []);
  });

  it('works within a sandbox, where nothing can be stored at all', async () => {
    const inner = hostHtml(code.code).replaceAll('"', '&quot;');
    await visit(
      `<iframe title="Sandbox" sandbox="allow-scripts" width="1200" height="860" srcdoc="${inner}"></iframe>`,
    );
    const portal = page.frameLocator('iframe[title="Sandbox"]').frameLocator('iframe');
    await playSecondChapter(portal);
    const stored = await innermost().evaluate(() => {
      try {
        return localStorage.length;
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(stored, 'SecurityError');
    assert.deepEqual(complaints, []);
  });

  it('sets no cookie and stores nothing', async () => {
    await context.clearCookies();
    const portal = await visit(code.code);
    await playSecondChapter(portal);
    await portal.getByRole('button', { name: 'Mute' }).click();
    // A browser that keeps third parties from storing answers none of these; one that does not shows nothing stored.
    const kept = await innermost().evaluate(async () => {
      const looks: (() => unknown)[] = [
        () => document.cookie.length,
        () => localStorage.length,
        () => sessionStorage.length,
        async () => (await indexedDB.databases()).length,
        async () => (await caches.keys()).length,
      ];
      return Promise.all(
        looks.map(async (look) =>
          Promise.resolve()
            .then(look)
            .catch((error: Error) => error.name),
        ),
      );
    });
    assert.deepEqual(
      kept.filter((found) => found !== 0 && typeof found !== 'string'),
      [],
    );
    assert.deepEqual(await context.cookies(), []);
  });

  itInFullRun('stands twice on one page, each for itself', async () => {
    const other = await signUp(own.server.origin, own.server.letters);
    await changeMember(own.server, other, { plan: 'professional' });
    const second = (await other.call(portalOwnerRoutes.generate, {})).data;
    await visit(`${code.code}${second.code.replace('data-portal', 'data-theme="dark" data-portal')}`);
    const [first, last] = [page.frameLocator('iframe').nth(0), page.frameLocator('iframe').nth(1)];
    await first.getByRole('heading', { name: 'Talks of ours' }).waitFor();
    await last.getByText('There are no webinars here yet.').waitFor();
    await expect(first.locator('html')).not.toHaveClass(/./);
    await expect(last.locator('html')).toHaveAttribute('class', 'dark');
    await first.getByRole('heading', { name: own.short.title }).getByRole('link').click();
    await first.getByRole('heading', { name: own.short.title, level: 1 }).waitFor();
    await last.getByText('There are no webinars here yet.').waitFor();
  });

  itInFullRun('works as a plain frame, where scripts are forbidden', async () => {
    const portal = await visit(code.iframe, {
      headers: {
        'content-security-policy': `default-src 'none'; frame-src ${own.server.origin}; style-src 'unsafe-inline'`,
      },
    });
    await playSecondChapter(portal);
    assert.deepEqual(complaints, []);
  });

  it('stands only on the sites its owner allows', async () => {
    await change({ sites: ['https://www.example.com'] });
    await visit(code.code);
    await page.waitForFunction(() => document.querySelector('iframe') !== null);
    await eventually(async () => complaints.find((text) => /frame-ancestors/.test(text)), 'the refusal of the browser');
    await change({ sites: [site.origin] });
    const portal = await visit(code.code);
    await portal.getByRole('heading', { name: 'Talks of ours' }).waitFor();
    await change({ sites: [] });
  });

  itInFullRun('renders a readable and complete portal, when scripts are off', async () => {
    await using plain = await context.browser()!.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(code.page);
    await reader.getByRole('searchbox').fill('spreadsheets');
    await reader.getByRole('searchbox').press('Enter');
    await reader.getByRole('region', { name: 'Moments about spreadsheets' }).getByRole('link').first().waitFor();
  });
});
