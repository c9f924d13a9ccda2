// full: an empty library, what the landing page shows and the installed app; main-job.test.ts begins with a recording
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it, before } from 'node:test';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { waitUntilProcessed } from '@lectern/server/test/upload';
import { expect, waitForTexts } from '../expect.ts';
import { openOnServer } from '../journey.ts';
import { assertEvery } from '@lectern/server/test/assert-every';
import { atRest } from '../at-rest.ts';
import { pictures } from '../landing/pictures.ts';

describe('the first run', () => {
  const { server, page, visit, visitAs } = openOnServer();
  let member: TestMember;

  const hints = () => page.getByRole('complementary', { name: 'Hint' });

  it('shows the product with a sample: one click, and it plays with its chapters', async () => {
    member = await signUp(server.origin, server.letters);
    await visitAs(member, '/asset/view');
    await waitForTexts(page, 'Welcome to Lectern', 'Quick start', 'Watch the tour');
    const upload = page.getByRole('main').getByRole('link', { name: 'Upload a video' });
    await expect(upload).toHaveAttribute('href', '/asset/upload');
    await page.getByRole('button', { name: 'Look at a sample' }).click();
    await page.waitForURL(/\/asset\/[\da-f-]{36}$/);
    const passthrough = page.url().split('/').at(-1)!;
    await waitUntilProcessed(member, passthrough);
    await waitForTexts(page, /^Sample · 03:00 · \d chapters/);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await waitForTexts(page, /audience/);
  });

  it('shows three hints in place and dismisses them for good, one after the other, by keyboard', async () => {
    await hints().nth(2).waitFor();
    await hints().first().getByRole('button').focus();
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Enter');
      await page.waitForFunction((left) => document.querySelectorAll('[data-hint]').length === left, left);
      const inHint = await page.evaluate(() => document.activeElement?.closest('[data-hint]') !== null);
      assert.equal(inHint, left > 0, 'focus goes on to the next hint');
    }
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    await page.reload();
    await waitForTexts(page, /^Sample · 03:00/);
    await expect(hints()).toHaveCount(0);
  });

  it('marks it in the library, leaves the plan as it was, and takes it away again', async () => {
    await visit('/asset/view');
    const card = page.getByRole('article').first();
    await waitForTexts(card, /^Sample · 3 min/);
    await card.getByRole('button', { name: 'Video actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Look at a sample' }).waitFor();
  });
});

describe('the strips of the landing page', () => {
  // Apart: a page takes at once, in whichever theme, the pictures that its browser has in memory.
  for (const theme of ['light', 'dark'] as const)
    describe(`in the ${theme} theme`, () => {
      const { page, visit, visitAs } = openOnServer();

      it(`show each part of the product in a picture of its own, when the page is ${theme}`, async () => {
        const loaded: string[] = [];
        await visitAs({ theme }, '/icon.svg');
        page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
        await visit('/');
        const strips = page.locator('#product').getByRole('listitem');
        await strips.first().waitFor();
        await atRest(page);
        assert.ok(!loaded.includes(`/landing/${pictures.at(-1)!.name}-${theme}.webp`), 'not before it is scrolled to');
        const shown = strips.getByRole('img');
        for (const strip of await shown.all()) await strip.scrollIntoViewIfNeeded();
        await page.waitForFunction(() =>
          [...document.querySelectorAll<HTMLImageElement>('#product img')]
            .filter((image) => image.checkVisibility())
            .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
        );
        const sources = await shown.evaluateAll((all) => all.map((image) => image.getAttribute('src')));
        assert.deepEqual(
          sources,
          pictures.map(({ name }) => `/landing/${name}-${theme}.webp`),
        );
        assertEvery(
          await shown.evaluateAll((all) => all.map((image) => image.getAttribute('alt') ?? '')),
          (alt) => alt.length > 10,
        );
        assert.deepEqual(
          loaded.filter((path) => path.startsWith('/landing/') && !path.includes(`-${theme}.`)),
          [],
          'pictures of the other theme',
        );
      });
    });
});

describe('the product as an installed app', () => {
  // The browser can install an app only from a profile.
  const { server, page, context, visit, visitAs } = openOnServer(
    { env: { BRAND_NAME: 'Talks & <Co>' } },
    { isOwn: true },
  );
  before(async () => {
    await visitAs(await signUp(server.origin, server.letters), '/asset/view');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  });

  it('can be installed under the name of its operator, with icons of the sizes it tells', async () => {
    const session = await context.newCDPSession(page);
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
    await context.setOffline(true);
    await waitForTexts(page, /^The server cannot be reached\. What you see may be out of date/);
    await visit('/asset/upload');
    await waitForTexts(page, 'No connection', 'Talks & <Co> cannot be reached at the moment');
    assert.equal(new URL(page.url()).pathname, '/asset/upload');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Upload', exact: false, level: 1 }).waitFor();
    await expect(page.getByText(/No connection|cannot be reached/)).toHaveCount(0);
  });

  it('keeps nothing of what the server answers but the page without a connection', async () => {
    await visit('/asset/view');
    await waitForTexts(page, 'Video Library');
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    assert.deepEqual(kept.toSorted(), ['/icon.svg', '/offline.html', '/offline.js', '/theme.js']);
  });

  it('asks the server for every page, so that a new version is there at once', async () => {
    const answer = await visit('/asset/view');
    assert.equal(answer?.headers()['cache-control'], 'no-cache');
    assert.equal(answer?.fromServiceWorker(), true, 'the worker is in between');
    await server.close();
    const stopped = await visit('/asset/view');
    assert.equal(stopped?.status(), 200);
    await waitForTexts(page, 'No connection');
    // The page behind a link of somebody else is none of the app's.
    await assert.rejects(visit('/s/a-link'), /ERR_CONNECTION_REFUSED/);
  });
});
