/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openRecordedWorld } from '@lectern/server/test/recorded';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { hostHtml, openHostSite } from '../host-page.ts';
import { journey } from '../journey.ts';
import { changeMember, enter } from '../stage.ts';

const question = 'How many customers were interviewed before the launch?';

describe('questions of visitors in a portal', () => {
  const { opened, page } = journey(
    async () => {
      const own = await openRecordedWorld(openPagesPlace, ['webinar', 'short']);
      const site = await openHostSite();
      return {
        ...own,
        site,
        origin: own.server.origin,
        async close() {
          await site.close();
          await own.server.close();
          await own.place.close();
        },
      };
    },
    { asksOthers: true },
  );
  let token: string;
  before(async () => {
    await changeMember(opened.server, opened.member, { plan: 'professional' });
    ({ token } = (await opened.member.call(portalOwnerRoutes.generate, {})).data);
  });

  const visit = () => page.goto(`${opened.origin}/portal/${token}`);
  const field = () => page.getByRole('textbox', { name: 'Ask the webinars' });
  const answer = () => page.getByRole('region', { name: question });
  const ask = async (text = question): Promise<void> => {
    await field().fill(text);
    await field().press('Enter');
  };

  it('shows its field, when its owner has ticked the box that says who pays', async () => {
    await visit();
    await page.getByRole('searchbox').waitFor();
    await expect(field()).toHaveCount(0);
    await enter(page, opened.origin, { session: { ...opened.member.session, plan: 'professional' } });
    await page.goto(`${opened.origin}/asset/portal`);
    await page.getByText('they use your tokens').waitFor();
    await page.getByRole('checkbox', { name: 'A field to ask the webinars' }).check();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.frameLocator('iframe').getByRole('textbox', { name: 'Ask the webinars' }).waitFor();
  });

  it('answers with quotes that play in their place, by keyboard, and announces it', async () => {
    await visit();
    await ask();
    await waitForTexts(answer(), 'Passages that contain your words', 'we interviewed thirty customers in two weeks');
    await expect(field()).toBeFocused();
    assert.equal(await answer().locator('[aria-live=polite]').getByText('Passages that contain').count(), 1);
    await answer()
      .getByRole('button', { name: /^Play from 00:00:2\d$/ })
      .first()
      .press('Enter');
    await page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video !== null && video.currentTime > 21 && video.readyState >= 2;
    });
    const link = answer().getByRole('link', { name: opened.webinar.title }).first();
    assert.match((await link.getAttribute('href'))!, new RegExp(`^/portal/${token}/[\\w-]+\\?t=2\\d`));
    await answer().getByRole('button', { name: 'Close the answer' }).press('Enter');
    await expect(answer()).toHaveCount(0);
    await expect(field()).toHaveValue('');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`fits a phone and is accessible, when the device is ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 390, height: 844 });
      await visit();
      await ask();
      await answer().getByText('Passages that contain').waitFor();
      await assertAccessible(page, `an answer in a portal, ${colorScheme}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      await ask('How do penguins in Antarctica breed?');
      await page.getByText('These webinars do not say anything about this.').waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
    });

  it('says that it looks, and what to do, when the answer is slow or does not come', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/portal/*/ask', async (route) => {
      await held.promise;
      await route.abort();
    });
    await visit();
    await ask();
    await answer().getByText('Looking through the webinars …').waitFor();
    held.resolve();
    await answer().getByRole('alert').filter({ hasText: 'The answer cannot be reached.' }).waitFor();
    await assertAccessible(page, 'an answer that does not come');
    await page.unroute('**/api/portal/*/ask');
    await answer().getByRole('button', { name: 'Try again' }).press('Enter');
    await answer().getByText('Passages that contain').waitFor();
  });

  it('says that questions are not taken any more, when the owner has switched them off meanwhile', async () => {
    await visit();
    await field().waitFor();
    await opened.member.call(portalOwnerRoutes.change, { answers_questions: false });
    await ask();
    await answer().getByRole('alert').filter({ hasText: 'do not take questions any more.' }).waitFor();
    await expect(answer().getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await opened.member.call(portalOwnerRoutes.change, { answers_questions: true });
  });

  it('answers in a sandboxed frame of another site', async () => {
    const { code } = (await opened.member.call(portalOwnerRoutes.embedCode, undefined)).data!;
    const inner = hostHtml(code).replaceAll('"', '&quot;');
    const html = hostHtml(
      `<iframe title="Box" sandbox="allow-scripts" width="1200" height="860" srcdoc="${inner}"></iframe>`,
    );
    opened.site.pages.set('/', { html });
    await page.goto(opened.site.origin);
    const portal = page.frameLocator('iframe[title="Box"]').frameLocator('iframe');
    await portal.getByRole('textbox', { name: 'Ask the webinars' }).fill(question);
    await portal.getByRole('textbox', { name: 'Ask the webinars' }).press('Enter');
    await portal.getByText('we interviewed thirty customers in two weeks').first().waitFor();
  });
});
