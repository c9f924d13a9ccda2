// full: every setting of a portal; portal.test.ts shows one to visitors
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { expect, waitForTexts } from '../expect.ts';
import { changes, holdResponses } from '../held-answers.ts';
import { changeMember } from '../stage.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';
import { openOnServer } from '../journey.ts';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';

describe('the portal of a marketer', () => {
  const { server, page, visitAs } = openOnServer();
  let owner: TestMember;
  const titles: string[] = [];
  before(async () => {
    owner = await signUp(server.origin, server.letters);
    await changeMember(server, owner, { plan: 'professional' });
    owner.session.plan = 'professional';
    const upload = (file: string, rest: { captions?: string; title?: string }) =>
      uploadFile(owner, getSamplePath(file), rest);
    const ids = [
      await upload('webinar.mp4', { captions: getSamplePath('webinar.vtt') }),
      await upload('short.mp4', { captions: getSamplePath('short.vtt') }),
    ];
    // Without captions: it plays, and is not processed to the end.
    const silent = await upload('short.mp4', { title: 'Silent' });
    for (const id of ids) titles.push((await waitUntilProcessed(owner, id)).title);
    await waitUntilProcessed(owner, silent);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  const settings = async (): Promise<PortalSettings> =>
    (await owner.call(portalOwnerRoutes.own, undefined)).data!.settings;
  const preview = () => page.frameLocator('iframe[title="Preview of the portal"]');
  const saved = () => page.getByRole('status').getByText('Saved.', { exact: true }).waitFor();

  it('generates an embed code on the dashboard, and copies it', async () => {
    await page.clock.install();
    await visitAs(owner, '/asset/upload');
    const card = page.getByRole('region', { name: 'Embeddable Webinar Portal' });
    await card.getByRole('button', { name: 'Generate Embed Code' }).click();
    const choice = page.getByRole('dialog', { name: 'What visitors will see' });
    await choice.getByRole('button', { name: `Publish ${titles.length} webinars` }).waitFor();
    await waitForTexts(choice, 'Not fully processed');
    await waitForTexts(choice, 'it comes from what is said');
    assert.deepEqual(
      await choice.getByRole('checkbox', { checked: false }).evaluateAll((all) => all.length),
      1,
      'what is not processed to the end is left out until it is chosen',
    );
    await choice.getByRole('checkbox', { name: titles[0]! }).uncheck();
    await choice.getByRole('button', { name: 'Publish 1 webinar', exact: true }).waitFor();
    await choice.getByRole('checkbox', { name: titles[0]! }).check();
    await choice.getByLabel('Title of the portal').fill('  Talks of ours ');
    // The newest is proposed, and is the short one.
    const hero = choice.getByLabel('Shown first, and large');
    await expect(hero.locator('option:checked')).toHaveText(titles[1]!);
    await hero.selectOption({ label: titles[0]! });
    await choice.getByRole('button', { name: `Publish ${titles.length} webinars` }).click();
    const code = card.getByLabel('Embed code');
    await code.waitFor();
    await stopClock(page);
    await card.getByRole('button', { name: 'Copy Code' }).click();
    await advanceClockUntil(page, card.getByRole('button', { name: 'Copied!' }));
    await expect(code).toHaveText(await page.evaluate(() => navigator.clipboard.readText()));
    await page.clock.runFor(1_900);
    await expect(card.getByRole('button', { name: 'Copied!' })).toBeVisible();
    await page.clock.runFor(200);
    await page.clock.resume();
    await card.getByRole('button', { name: 'Copy Code' }).waitFor();
    await card.getByRole('button', { name: 'Regenerate Embed Code' }).waitFor();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    });
    await card.getByRole('button', { name: 'Copy Code' }).click();
    await card.getByText('The browser did not allow copying. The code is selected').waitFor();
    assert.equal(await page.evaluate(() => String(getSelection())), await code.innerText());
  });

  it('asks before a new code ends the old one', async () => {
    await visitAs(owner, '/asset/portal');
    const code = page.locator('pre[aria-label="Embed code"]');
    const before = (await code.textContent())!;
    await page.getByRole('button', { name: 'Regenerate Embed Code' }).click();
    const question = page.getByRole('alertdialog');
    await waitForTexts(question, 'The old code stops working immediately on every page that uses it');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(code).toHaveText(before);
    await page.getByRole('button', { name: 'Regenerate Embed Code' }).click();
    await question.getByRole('button', { name: 'Regenerate' }).click();
    await page.waitForFunction(
      (old) => document.querySelector('pre[aria-label="Embed code"]')?.textContent !== old,
      before,
    );
  });

  it('shows every change in the preview as soon as it is saved', async () => {
    await visitAs(owner, '/asset/portal');
    await preview().getByRole('heading', { name: 'Talks of ours', level: 1 }).waitFor();
    const first = preview().getByRole('article').first();
    await expect(first.getByRole('heading')).toHaveText(titles[0]!);
    await page.getByRole('button', { name: `Show ${titles[1]!} first` }).click();
    await saved();
    await expect(first.getByRole('heading')).toHaveText(titles[1]!);
    await expect(page.getByRole('button', { name: `Move ${titles[1]!} down` })).toBeFocused();
    await page.getByLabel('Title', { exact: true }).fill('Talks of Acme');
    await saved();
    await preview().getByRole('heading', { name: 'Talks of Acme', level: 1 }).waitFor();
    await page.getByLabel('Appearance').selectOption('dark');
    await preview().locator('html.dark').waitFor();
    await page.getByLabel('Accent colour').fill('#b03a2e');
    await page.getByLabel('Downloads of recording and transcript').check();
    await preview().getByText('written by AI').waitFor();
    await page.getByLabel('Note on texts by AI').selectOption('off');
    await expect(preview().getByText('written by AI')).toHaveCount(0);
    await page.getByLabel('Allowed sites').fill('www.example.com/blog');
    await saved();
    assert.deepEqual(await settings().then(({ videos: _, ...rest }) => rest), {
      title: 'Talks of Acme',
      accent: '#b03a2e',
      theme: 'dark',
      layout: 'grid',
      font: 'serif',
      sites: ['https://www.example.com'],
      show_quotes: true,
      show_downloads: true,
      answers_questions: false,
      ai_line: 'off',
    });
    await page.getByLabel('Allowed sites').fill('http://');
    await page.getByRole('alert').filter({ hasText: '“http://” is not a web address.' }).waitFor();
    await page.getByLabel('Allowed sites').fill('');
    await saved();
    await page.getByLabel('Title', { exact: true }).fill(' ');
    await waitForTexts(page, 'Please enter a title.');
    assert.equal((await settings()).title, 'Talks of Acme');
  });

  it('chooses a first page, a typeface and a logo, and sees each in the preview', async () => {
    await visitAs(owner, '/asset/portal');
    await page.getByLabel('First page').selectOption('single');
    const videos = (await settings()).videos.length;
    assert.equal(videos, 2);
    await preview().getByRole('heading', { name: 'More webinars', level: 2 }).waitFor();
    await preview().locator('video').waitFor({ state: 'attached' });
    await page.getByLabel('First page').selectOption('list');
    await preview().getByRole('heading', { name: 'Talks of Acme', level: 1 }).waitFor();
    await page.getByLabel('Typeface').selectOption('sans');
    await preview().locator('html[data-font=sans]').waitFor();
    const family = () =>
      preview()
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => getComputedStyle(heading).fontFamily);
    assert.match(await family(), /^"?Inter/);

    const logo = page.getByRole('group', { name: 'Logo' });
    const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await logo.getByRole('button', { name: /logo$/ }).first().click();
      await (await asked).setFiles({ name, mimeType, buffer });
    };
    await choose('notes.png', 'image/png', Buffer.from('this is no picture'));
    await logo
      .getByRole('alert')
      .getByText('This file cannot be shown as a picture. Please choose another one.')
      .waitFor();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" width="80" height="20"><rect width="80" height="20" rx="4" fill="#b03a2e"/></svg>';
    await page.route('**/api/basic/portal/logo', (route) => route.abort('connectionfailed'));
    await choose('acme.svg', 'image/svg+xml', Buffer.from(svg));
    await logo.getByRole('alert').getByText('An error occurred. Please try again.').waitFor();
    await page.unroute('**/api/basic/portal/logo');
    await choose('acme.svg', 'image/svg+xml', Buffer.from(svg));
    const shown = preview().locator('header img');
    await shown.waitFor();
    assert.deepEqual(await shown.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]), [192, 48]);
    assert.ok(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth === 384), 'it is drawn');
    await expect(logo.getByRole('alert')).toHaveCount(0);
    await logo.getByRole('button', { name: 'Remove logo' }).click();
    await shown.waitFor({ state: 'detached' });
    await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).last().click();
    await shown.waitFor();
    await page.getByLabel('First page').selectOption('grid');
    await page.getByLabel('Typeface').selectOption('serif');
    await saved();
  });

  it('changes nothing that another window has changed meanwhile, and asks whose stays', async () => {
    await visitAs(owner, '/asset/portal');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await owner.call(portalOwnerRoutes.change, { title: 'From another window', theme: 'auto' });
    await page.getByLabel('First page').selectOption('list');
    await saved();
    const now = await settings();
    assert.deepEqual([now.title, now.theme, now.layout], ['From another window', 'auto', 'list']);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From another window');
    await owner.call(portalOwnerRoutes.change, { title: 'Once more' });
    await page.getByLabel('Title', { exact: true }).fill('Talks of Acme');
    const alert = page.getByRole('alert').filter({ hasText: '“Title” was changed in another window' });
    await alert.waitFor();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Once more');
    assert.equal((await settings()).title, 'Once more');
    await alert.getByRole('button', { name: 'Use my change' }).click();
    await saved();
    assert.equal((await settings()).title, 'Talks of Acme');
    await owner.call(portalOwnerRoutes.change, { layout: 'grid', theme: 'dark' });
  });

  it('saves what can be saved beside what cannot, which says so at its field', async () => {
    await visitAs(owner, '/asset/portal');
    const title = page.getByLabel('Title', { exact: true });
    const sites = page.getByLabel('Allowed sites');
    await title.fill('Talks of Beyond');
    await page.getByLabel('Typeface').selectOption('sans');
    await sites.fill('www.example.com\nmy site');
    await page.keyboard.press('Tab');
    await waitForTexts(page, 'Saved, except “Allowed sites”.');
    const described = (await sites.getAttribute('aria-describedby'))?.split(' ') ?? [];
    await expect(sites).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`[id='${described.at(-1)}']`)).toHaveText(
      '“my site” is not a web address. Write it like https://www.example.com',
    );
    const { title: savedTitle, font, sites: before } = await settings();
    assert.deepEqual([savedTitle, font, before], ['Talks of Beyond', 'sans', []]);
    await sites.fill('www.example.com');
    await saved();
    await expect(page.getByRole('alert').filter({ hasText: 'web address' })).toHaveCount(0);
    await title.fill('Talks of Acme');
    await sites.fill('our site');
    await page.getByRole('link', { name: 'Highlights' }).click();
    await waitForTexts(page, 'Not all settings of your portal were saved. “our site” is not a web address.');
    await visitAs(owner, '/asset/portal');
    await title.waitFor();
    await expect(title).toHaveValue('Talks of Acme');
    await expect(sites).toHaveValue('https://www.example.com');
    await owner.call(portalOwnerRoutes.change, { font: 'serif', sites: [] });
  });

  it('sends what was not saved with the next change, when it was refused or the server was away', async () => {
    for (const [answer, why] of [
      [{ status: 400, json: { msg: 'Please check it.' } }, 'Please check it.'],
      [undefined, 'An error occurred'],
    ] as const) {
      await visitAs(owner, '/asset/portal');
      const title = page.getByLabel('Title', { exact: true });
      await title.waitFor();
      await page.route('**/api/basic/portal', (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        return answer ? route.fulfill(answer) : route.abort('connectionfailed');
      });
      await title.fill('Not at first');
      const alert = page.getByRole('alert').filter({ hasText: why });
      await alert.waitFor();
      await expect(title).toHaveValue('Not at first');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByLabel('First page').selectOption('list');
      await saved();
      await expect(alert).toHaveCount(0);
      assert.deepEqual([(await settings()).title, (await settings()).layout], ['Not at first', 'list']);
      await owner.call(portalOwnerRoutes.change, { title: 'Talks of Acme', layout: 'grid' });
    }
  });

  it('asks before the tab is closed over what is not saved yet, and tells of it once the page is left', async () => {
    await visitAs(owner, '/asset/portal');
    const lost = await holdResponses(page, changes, { lost: true });
    await page.getByLabel('Title', { exact: true }).click();
    await page.keyboard.type('More ');
    await lost.begun();
    const asks = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asks;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await page.getByRole('link', { name: 'Highlights' }).click();
    await page.getByRole('heading', { level: 1, name: 'Highlights' }).waitFor();
    lost.release();
    await waitForTexts(page, /^The settings of your portal were not saved\./);
  });

  it('orders the videos by the keyboard and by dragging, and takes them out and in', async () => {
    await visitAs(owner, '/asset/portal');
    const list = page.getByRole('list', { name: 'Videos in the portal' });
    const order = () => list.getByRole('listitem').allInnerTexts();
    const first = async () => (await order())[0] ?? '';
    await list.getByRole('listitem').first().waitFor();
    const [top] = (await settings()).videos;
    const before = await first();
    const name = titles.find((title) => before.includes(title))!;
    await page.getByRole('button', { name: `Move ${name} down` }).focus();
    await page.keyboard.press('Enter');
    await saved();
    assert.notEqual((await settings()).videos[0], top);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    // It is the last of two now, which cannot go further down.
    assert.equal(await focused(), `Move ${name} up`);
    await page.getByRole('button', { name: `Move ${name} up` }).click({ clickCount: 3, delay: 300 });
    await saved();
    assert.equal((await settings()).videos[0], top, 'two or three clicks in a row move once');
    await page.getByRole('button', { name: `Move ${name} down` }).click();
    await saved();
    await list.getByRole('listitem').filter({ hasText: name }).dragTo(list.getByRole('listitem').first());
    await page.waitForFunction(
      (title) => document.querySelector('[aria-label="Videos in the portal"] li')?.textContent.includes(title),
      name,
    );
    await saved();
    assert.equal((await settings()).videos[0], top);
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await saved();
    await preview().getByRole('heading', { name, level: 2 }).waitFor({ state: 'detached' });
    assert.equal(await focused(), `Add ${name}`);
    await page.keyboard.press('Enter');
    await saved();
    assert.equal(await focused(), `Remove ${name}`);
    assert.equal((await settings()).videos.length, 2);
  });

  it('shows what visitors did, and gives it as CSV', async () => {
    const { token } = (await owner.call(portalOwnerRoutes.embedCode, undefined)).data!;
    const html = await (await fetch(`${server.origin}/portal/${token}`)).text();
    const { portal } = JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)![1]!) as {
      portal: { cards: { key: string; title: string }[] };
    };
    const card = portal.cards.find(({ title }) => title === titles[0])!;
    await visitAs(owner, '/asset/portal');
    await waitForTexts(page, 'Nobody visited in this period.');
    const sent = await fetch(`${server.origin}/api/portal/${token}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      body: JSON.stringify({
        events: [
          { kind: 'play', video: card.key },
          { kind: 'search', keyword: 'zeppelin', found: 0 },
        ],
      }),
    });
    assert.equal(sent.status, 200);
    await page.reload();
    const statistics = page.getByRole('region', { name: 'Statistics' });
    await waitForTexts(statistics, titles[0]!, '1 play', 'zeppelin', '1×');
    await statistics.getByRole('img', { name: /^1 play from/ }).waitFor();
    const coming = page.waitForEvent('download');
    await statistics.getByRole('button', { name: 'Export CSV' }).click();
    const download = await coming;
    assert.match(download.suggestedFilename(), /^portal .*\.csv$/);
    assert.match(await readFile((await download.path())!, 'utf8'), /,"play",.*,1,/);
  });
});
