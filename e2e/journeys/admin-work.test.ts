// full: long work of administrators; admin.test.ts does the usual
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { reserveTokens, settleTokens } from '@lectern/server/features/billing/tokens/operations';
import { eventually } from '@lectern/server/test/member';
import { changeJobs } from '@lectern/server/test/stored-jobs';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { foreignRequests } from '../foreign-requests.ts';
import { waitForTexts } from '../reads.ts';
import { enter, openStage, type Stage } from '../stage.ts';

const credentials = { email: 'root@example.org', password: 'administrator' };

/** Covers administrator work on existing histories, jobs and videos, and every modal in both themes. */
describe('the work of an administrator', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let title: string;
  let foreign: string[];
  let admin: ReturnType<Stage['server']['as']>;

  before(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser()]);
    const { server, people } = stage;
    await ensureAdministrator(server.world, credentials);
    const session = await server.call(adminRoutes.login, credentials);
    admin = server.as(session.token);
    title = (await people.member.call(videoRoutes.asset, { uploadId: stage.webinar })).data.title;
    page = browser.context.pages()[0]!;
    foreign = foreignRequests(page, stage.origin);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await enter(page, stage.origin, {});
    await page.evaluate((text) => localStorage.setItem('lectern.admin', text), JSON.stringify(session));
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const visit = async (path: string): Promise<void> => {
    await page.goto(stage.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  async function accessibleInBothThemes(what: string): Promise<void> {
    await assertAccessible(page, `${what}, light`);
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await assertAccessible(page, `${what}, dark`);
    await page.evaluate(() => document.documentElement.classList.remove('dark'));
  }

  it('reads in the token history what was asked, by whom, and what came of it', async () => {
    const { server, people, webinar } = stage;
    const memberId = people.member.session.id;
    const operation = await reserveTokens(server.world, {
      memberId,
      videoId: webinar,
      operation: 'quote',
      estimate: 90,
    });
    const texts = { systemPrompt: 's'.repeat(20), customPrompt: 'Only about money.', result: 'r'.repeat(40) };
    await server.world.database.transaction((tx) => settleTokens(tx, operation, { used: 77, ...texts }, new Date()));
    await visit(`/admin/token-histories/${memberId}`);
    // (20 + 17) / 4 and 40 / 4, rounded; then what was really used.
    await waitForTexts(row(webinar), 'quote', '9 sent', '10 received', '77 charged', /Only about money\./, /r{40}/);
    const cells = await row(webinar).getByRole('cell').allTextContents();
    assert.match(cells.join(' '), /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    await page.goto(`${stage.origin}/admin/token-histories/${people.newcomer.session.id}`);
    await waitForTexts(page, 'No tokens have been used yet.');
  });

  it('reads in the payment history each payment, and finds it by the address of who paid', async () => {
    const { member } = stage.people;
    const intent = { amount: 500, currency: 'usd' as const, userId: member.session.id };
    const { clientSecret } = await member.call(billingRoutes.intent, intent);
    const card = { number: '4242424242424242', expiry: '12/99', cvc: '123' };
    await member.call(billingRoutes.sandboxConfirm, { clientSecret, ...card });
    await stage.server.world.jobs.settle();
    await visit('/admin/payment-histories');
    await waitForTexts(row(member.email), '$5.00', 'tokens', 'succeeded');
    const filter = page.getByLabel('Filter by email, status, product or log');
    await filter.fill('nobody');
    await waitForTexts(page, 'Nothing matches this filter.');
    await filter.fill(member.email);
    await waitForTexts(row(member.email), '$5.00');
  });

  it('runs a failed job again, and cancels one that waits, after asking', async () => {
    const { jobs, database } = stage.server.world;
    await jobs.enqueue('clip', { clipId: 'a broken id' }, { key: 'clip/broken' });
    const failed = await eventually(
      async () => (await admin(adminRoutes.jobs, { q: 'a broken id' })).data.find(({ problem }) => problem !== null),
      'the failed attempt',
    );
    await changeJobs(database.kysely, { id: failed.id }, { state: 'failed', ended_at: new Date() });
    await visit('/admin/jobs?q=a+broken+id');
    await waitForTexts(row('clip'), 'Failed');
    await button('Run again').click();
    await waitForTexts(page, 'The job has been started again.');
    await row('Failed').waitFor({ state: 'detached' });
    await jobs.cancel(['clip/broken']);

    await jobs.enqueue(
      'clip',
      { clipId: crypto.randomUUID(), why: 'much later' },
      { key: 'clip/later', after: new Date(Date.now() + hour) },
    );
    await visit('/admin/jobs?q=much+later');
    await waitForTexts(row('clip'), 'Waiting');
    await button('Cancel').click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this job?' });
    await question.waitFor();
    await accessibleInBothThemes('the question before a job is cancelled');
    await question.getByRole('button', { name: 'Cancel the job' }).click();
    await waitForTexts(page, 'The job has been cancelled.');
    await waitForTexts(row('clip'), 'Cancelled');
    await expect(button('Cancel')).toHaveCount(0);
    await visit('/admin/audit');
    await waitForTexts(row('cancelled a job').first(), credentials.email);
  });

  it('finds a video in the palette and comes to its row', async () => {
    await visit('/admin/dashboard');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find a page, a user or a video' });
    await field.fill(title.slice(0, 12));
    await page.getByRole('option', { name: /Video · grace@example\.org/ }).waitFor();
    await accessibleInBothThemes('the command palette');
    await page.getByRole('option', { name: /Video · grace@example\.org/ }).click();
    await page.waitForURL('**/admin/videos?q=*');
    await waitForTexts(row('grace@example.org'), title);
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  it('opens admin modals that are accessible in both themes and return the focus', async () => {
    await stage.server.call(feedbackRoutes.contact, {
      type: 'Bug Report',
      subject: 'It rattles',
      message: 'All night.',
      email: 'w@example.org',
    });
    const modals = [
      ['/admin/users?q=nora', 'Edit nora@example.org', 'dialog'],
      ['/admin/users?q=nora', 'Delete nora@example.org', 'alertdialog'],
      ['/admin/users', 'Default prompt', 'dialog'],
      ['/admin/reports', 'View and edit It rattles', 'dialog'],
      ['/admin/reports', 'Delete It rattles', 'alertdialog'],
    ] as const;
    for (const [path, name, role] of modals) {
      await visit(path);
      const opener = button(name);
      await opener.click();
      const modal = page.getByRole(role);
      await modal.waitFor();
      await accessibleInBothThemes(name);
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'detached' });
      // It comes back a moment after the modal has gone.
      const focused = await opener.elementHandle();
      await page.waitForFunction((element) => element === document.activeElement, focused);
    }
  });

  it('asked nothing of another host', () => assert.deepEqual(foreign, []));
});
