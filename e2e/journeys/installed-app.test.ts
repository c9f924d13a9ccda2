// full: the installed app without a network
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp } from '@lectern/server/test/member';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';

describe('the product as an installed app', () => {
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    server = await openTestWorld({ open: openPagesPlace, env: { BRAND_NAME: 'Talks & <Co>' } });
    const { session } = await signUp(server.origin, server.letters);
    // The browser can install an app only from a profile.
    browser = await openBrowser({ isOwn: true });
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await enter(page, server.origin, { session });
    await page.goto(`${server.origin}/asset/view`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('can be installed under the name of its operator, with icons of the sizes it tells', async () => {
    const session = await browser.context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId),
      [],
    );
    const manifest = (await (await fetch(`${server.origin}/manifest.webmanifest`)).json()) as {
      name: string;
      icons: { src: string; sizes: string; type: string }[];
    };
    assert.equal(manifest.name, 'Talks & <Co>');
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
    assert.equal(pictures.length, 3);
    for (const { src, sizes } of pictures) {
      const width = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return image.naturalWidth;
      }, src);
      assert.equal(`${width}x${width}`, sizes);
    }
  });

  it('reports the lost connection on open and new pages, and recovers by itself, when offline', async () => {
    await browser.context.setOffline(true);
    await waitForTexts(page, /^The server cannot be reached\. What you see may be out of date/);
    await page.goto(`${server.origin}/asset/upload`);
    await waitForTexts(page, 'No connection', 'Talks & <Co> cannot be reached at the moment');
    assert.equal(new URL(page.url()).pathname, '/asset/upload');
    await browser.context.setOffline(false);
    await page.getByRole('heading', { name: 'Upload', exact: false, level: 1 }).waitFor();
    await expect(page.getByText(/No connection|cannot be reached/)).toHaveCount(0);
  });

  it('keeps nothing of what the server answers but the page without a connection', async () => {
    await page.goto(`${server.origin}/asset/view`);
    await waitForTexts(page, 'Video Library');
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    assert.deepEqual(kept.toSorted(), ['/icon.svg', '/offline.html', '/offline.js', '/theme.js']);
  });

  it('asks the server for every page, so that a new version is there at once', async () => {
    const answer = await page.goto(`${server.origin}/asset/view`);
    assert.equal(answer?.headers()['cache-control'], 'no-cache');
    assert.equal(answer?.fromServiceWorker(), true, 'the worker is in between');
    await server.close();
    const stopped = await page.goto(`${server.origin}/asset/view`);
    assert.equal(stopped?.status(), 200);
    await waitForTexts(page, 'No connection');
    // The page behind a link of somebody else is none of the app's.
    await assert.rejects(page.goto(`${server.origin}/s/a-link`), /ERR_CONNECTION_REFUSED/);
  });
});
