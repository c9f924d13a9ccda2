/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itInFullRun } from '@lectern/server/test/rare';
import type { Locator, Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { expect, waitForTexts } from '../expect.ts';
import { fillFields } from '../places.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';
import { openOnServer } from '../journey.ts';

describe('the public pages', () => {
  const { server, page, visit, errors } = openOnServer({
    env: { BRAND_NAME: 'Podium', SUPPORT_EMAIL: 'help@podium.example' },
  });

  const leadsTo = async (scope: Page | Locator, name: string, to: string): Promise<void> => {
    const link = scope.getByRole('link', { name, exact: true }).first();
    await expect(link, `“${name}” leads to ${to}`).toHaveAttribute('href', to);
  };

  itInFullRun('shows a footer with year, brand and links on the public pages', async () => {
    for (const path of ['/', '/login', '/support', '/nowhere', '/blog']) {
      await visit(path);
      const foot = page.getByRole('contentinfo');
      await waitForTexts(foot, '(c) 2025 Podium - All Rights Reserved');
      await leadsTo(foot, 'Help & Support', '/support');
      await leadsTo(foot, 'Privacy Policy', '/privacy-policy');
      await leadsTo(foot, 'Terms of Service', '/terms-of-service');
      await foot.getByRole('button', { name: 'Send Feedback' }).waitFor();
    }
  });

  it('carry the brand in the title', async () => {
    await visit('/login');
    await page.waitForFunction(() => document.title === 'Sign In · Podium');
  });

  describe('the landing page', () => {
    it('shows header, hero, five features, demo, pricing and call to action on the landing page', async () => {
      await visit('/');
      const header = page.getByRole('banner');
      await leadsTo(header, 'Features', '#features');
      await leadsTo(header, 'Demo', '#demo');
      await leadsTo(header, 'Pricing', '#pricing');
      await leadsTo(header, 'Sign In', '/login');
      await leadsTo(header, 'Start Free Trial', '/register');
      const blog = header.getByRole('link', { name: 'Blog' });
      await expect(blog).toHaveAttribute('href', '/blog');
      await expect(blog).toHaveAttribute('target', '_blank');

      const main = page.getByRole('main');
      await main.getByRole('heading', { level: 1, name: 'Boost Your Webinar ROI' }).waitFor();
      await leadsTo(main, 'Start 3-Day Free Trial', '/register?plan=executive');
      await leadsTo(main, 'Watch Demo', '/#demo');
      await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveCount(5);
      await expect(page.locator('#demo').getByRole('listitem')).toHaveCount(4);

      const pricing = page.locator('#pricing');
      const executive = pricing.getByRole('article', { name: 'Curious Executive' });
      await waitForTexts(
        executive,
        '$5',
        'per month',
        '2 videos at a time',
        '50K tokens per month',
        '3-day free trial, no card required',
      );
      await leadsTo(executive, 'Start 3-Day Free Trial', '/register?plan=executive');
      const professional = pricing.getByRole('article', { name: 'Product Marketing Professional' });
      await waitForTexts(professional, '$14', '20 videos at a time', '1M tokens per month', 'Most Powerful');
      await expect(professional.getByRole('link')).toHaveAttribute('href', /^\/register\?plan=professional$/);
      await leadsTo(page.locator('main > section').last(), 'Start Free Trial', '/register');
    });

    itInFullRun('renders the whole landing page, when an optional chunk fails to load', async () => {
      await page.route(/\/assets\/toast-[^/]*\.js$/, (route) => route.abort());
      const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/toast-'));
      await visit('/');
      await refused;
      await atRest(page);
      await page.getByRole('heading', { level: 1, name: 'Boost Your Webinar ROI' }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      // The chunk that was kept away is an error.
      errors.length = 0;
    });

    itInFullRun('makes its header opaque after 100 pixels', async () => {
      await visit('/');
      const ground = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);
      const before = await ground();
      await page.evaluate(() => scrollTo(0, 100));
      await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled', 'false');
      await page.evaluate(() => scrollTo(0, 130));
      await page.waitForFunction(() => document.querySelector('header')?.dataset.scrolled === 'true');
      await page.waitForFunction(
        (before) => getComputedStyle(document.querySelector('header')!).backgroundColor !== before,
        before,
      );
    });

    itInFullRun(
      'fades each feature card in once, and shows all to whom motion disturbs, in print and in a picture',
      async () => {
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await visit('/');
        const cards = page.locator('#features li');
        await cards.first().waitFor();
        const opacities = () => cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).opacity));
        // How often each card began to fade, however fast the machine draws it.
        const countFades = () =>
          page.evaluate(() => {
            const { animate } = Element.prototype;
            Element.prototype.animate = function count(...how) {
              this.setAttribute('data-faded', String(Number(this.getAttribute('data-faded')) + 1));
              return animate.apply(this, how);
            };
          });
        await countFades();
        const faded = () => cards.evaluateAll((all) => all.map((card) => Number(card.getAttribute('data-faded'))));
        const shown = ['1', '1', '1', '1', '1'];
        assert.deepEqual(await opacities(), shown, 'before anybody scrolls');
        await page.emulateMedia({ media: 'print' });
        assert.deepEqual(await opacities(), shown, 'in print');
        await page.emulateMedia({ media: 'screen' });
        await page.setViewportSize({ width: 1440, height: 5000 });
        await atRest(page);
        assert.deepEqual(
          [await opacities(), await faded()],
          [shown, [0, 0, 0, 0, 0]],
          'in a window that shows everything',
        );
        await page.setViewportSize({ width: 1440, height: 900 });
        const goTo = (top: number) => page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
        await fadesOnce([0, 0, 0, 0, 0]);
        await visit('/');
        await fadesOnce([1, 1, 1, 1, 1]);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await visit('/');
        await fadesOnce([0, 0, 0, 0, 0]);
        await page.emulateMedia({ reducedMotion: null });

        /** Scrolls to all cards, twice. */
        async function fadesOnce(times: number[]): Promise<void> {
          await cards.first().waitFor();
          await countFades();
          for (const top of [0, 600, 1200, 0, 600, 1200]) {
            await goTo(top);
            await atRest(page);
          }
          assert.deepEqual(await faded(), times);
        }
      },
    );

    itInFullRun('loads the welcome video only when asked, and plays it with captions', async () => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await visit('/#demo');
      await atRest(page);
      assert.ok(!loaded.some((path) => /welcome\.(mp4|vtt)$/.test(path)), 'nothing of the film before');
      await page.getByRole('button', { name: 'Watch the tour' }).click();
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
      const words = page.locator('[data-captions] span');
      await words.waitFor();
      const film = await page.evaluate(() => {
        const video = document.querySelector('video')!;
        const [track] = video.textTracks;
        video.pause();
        return {
          duration: video.duration,
          captions: track?.mode,
          cues: Array.from(track?.cues ?? [], (cue) => (cue instanceof VTTCue ? cue.text : '')),
        };
      });
      assert.ok(film.duration >= 40 && film.duration <= 70, `the tour lasts ${film.duration} s`);
      assert.equal(film.captions, 'hidden', 'drawn by the page, and not by the browser as well');
      assert.ok(film.cues.length > 5);
      const drawn = (await words.textContent())!;
      assert.ok(film.cues.includes(drawn), 'what is drawn is what is said');
      const [box, picture] = [(await words.boundingBox())!, (await page.locator('video').boundingBox())!];
      assert.ok(box.y >= picture.y && box.y + box.height < picture.y + picture.height, 'within the picture');
    });
  });

  it('the login page leads to the trial, the demo and a new password', async () => {
    await visit('/login');
    await leadsTo(page, 'Start 3-Day Free Trial', '/register');
    await leadsTo(page, 'Watch Demo', '/#demo');
    await leadsTo(page, 'Forgot password?', '/forgot-password');
    await waitForTexts(page, 'AI quote pulls', 'Clips', 'An embeddable portal widget');
  });

  itInFullRun('the support page says how to reach people and answers the common questions', async () => {
    await visit('/support');
    await waitForTexts(
      page,
      'help@podium.example',
      'Monday to Friday, 9 AM to 6 PM PST',
      'We reply within 24 hours on business days.',
      'How do I reset my password?',
      'From Account, on the Plan Selection page.',
      /Cancel anytime. You keep access until the billing period ends/,
      /via the dashboard Export feature/,
      /Connections are encrypted with SSL, and there are backups/,
      /A downgrade from the Professional plan is not possible. Please create a new account with another email/,
    );
    for (const name of ['Live Chat', 'Knowledge Base'])
      await waitForTexts(page.getByRole('region', { name }), 'Coming soon');
  });

  itInFullRun('the privacy policy and the terms say what they must', async () => {
    await visit('/privacy-policy');
    await waitForTexts(page, 'Last updated July 10, 2025', /California Consumer Privacy Act/, /children under 13/);
    await visit('/terms-of-service');
    await waitForTexts(
      page,
      'Last updated July 24, 2025',
      /3-day free trial/,
      /billed monthly or annually/,
      /cancel anytime/,
      /There are no refunds/,
      /California law applies/,
      /within 2 business days/,
    );
  });

  it('the contact page keeps a message under its own types', async () => {
    await visit('/contact');
    const form = page.getByRole('main').locator('form');
    await form.waitFor();
    await expect(form.getByLabel('Type').locator('option')).toHaveText([
      'Bug Report',
      'Feature Request',
      'General Feedback',
      'Performance Issue',
    ]);
    await expect(form.getByLabel('Type')).toHaveValue('Bug Report');
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await waitForTexts(form, 'Please fill in all fields.');
    await form.getByLabel('Type').selectOption('Performance Issue');
    await fillFields(page, { Subject: 'Slow', Email: 'visitor@example.org' });
    await form.getByLabel('Message').fill('The library takes its time.');
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await waitForTexts(page, 'Feedback sent successfully!');
    await expect(form.getByLabel('Subject')).toHaveValue('');
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await expect(form.getByText('Please fill in all fields.'), 'pressed twice it does not complain').toHaveCount(0);
    const { report_type, subject, email } = await server.world.database.kysely
      .selectFrom('reports')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual([report_type, subject, email], ['Performance Issue', 'Slow', 'visitor@example.org']);
  });

  itInFullRun('the feedback modal has its own types, and gives focus back', async () => {
    await visit('/support');
    await page.getByRole('button', { name: 'Send Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send Feedback' });
    await dialog.waitFor();
    await expect(dialog.getByLabel('Type').locator('option')).toHaveText([
      'Downgrade Request',
      'Bug Report / Site Performance Issue',
      'Feature Request',
      'General Feedback',
    ]);
    await expect(dialog.getByLabel('Type')).toHaveValue('Downgrade Request');
    await dialog.getByLabel('Subject').fill('Half a thought');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Send Feedback');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Subject'), 'a closed modal loses nothing').toHaveValue('Half a thought');
  });

  itInFullRun('the payment return pages say what happened, and the good one goes on by itself', async () => {
    await visit('/stripe/default/cancel');
    await waitForTexts(
      page,
      'Your payment was cancelled. If this was a mistake, you can try again or contact support.',
    );
    await leadsTo(page.getByRole('main'), 'Go to your videos', '/asset/view');
    await page.clock.install();
    await stopClock(page);
    await visit('/stripe/default/success');
    await advanceClockUntil(page, page.getByText('Payment successful'));
    await leadsTo(page.getByRole('main'), 'Go to your videos', '/asset/view');
    await page.clock.runFor(1_000);
    assert.equal(new URL(page.url()).pathname, '/stripe/default/success');
    await page.clock.runFor(1_500);
    await page.clock.resume();
    // Nobody is signed in: the plan page asks for that first.
    await page.waitForURL('**/login');
  });
});

describe('the public pages of a service for invited people', () => {
  const { page, visit } = openOnServer({ env: { SIGN_UPS: 'invited' } });

  it('offer no trial and no prices, when accounts are made by invitation alone', async () => {
    await visit('/');
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).first().waitFor();
    for (const path of ['/', '/login']) {
      await visit(path);
      await page.getByRole('link', { name: 'Watch Demo' }).first().waitFor();
      await expect(page.getByRole('link', { name: /Trial|Pricing/ })).toHaveCount(0);
    }
    await visit('/register?plan=executive');
    await page.getByRole('heading', { name: 'By invitation only' }).waitFor();
    await waitForTexts(page, 'Ask for an invitation from somebody who works with this service.');
  });
});
