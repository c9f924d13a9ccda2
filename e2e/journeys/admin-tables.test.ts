// full: tables with many rows, and long work of administrators; every-page.test.ts opens them, admin.test.ts does the usual
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { drawTwice } from '../at-rest.ts';
import { makeCrowd } from '../crowd.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openOnStage } from '../journey.ts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { hour } from '@lectern/contract/rules/durations';
import { eventually } from '@lectern/server/test/member';
import { changeJobs } from '@lectern/server/test/stored-jobs';

const pages = [
  'dashboard',
  'users',
  'videos',
  'token-histories',
  'payment-histories',
  'reports',
  'jobs',
  'set-aside',
  'health',
  'security',
  'audit',
];

/** The tables of the back office with as many rows, and as long words, as a service in use has. */
describe('the tables of the back office', () => {
  const { stage, page, visitAs } = openOnStage();
  before(async () => {
    await makeCrowd(stage.server, { memberId: stage.people.newcomer.session.id });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visitAs({ admin: stage.administrator }, '/admin/dashboard');
  });

  const visit = async (path: string, on = page): Promise<void> => {
    await on.goto(`${stage.origin}/admin/${path}`);
    await on.getByRole('heading', { level: 1 }).waitFor();
    await on.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const hasFocus = async (element: Locator): Promise<void> => {
    const handle = await element.elementHandle();
    await page.waitForFunction((wanted) => wanted === document.activeElement, handle);
  };

  it('keeps every admin table column within the window, when cells hold long content', async () => {
    for (const path of pages) {
      await visit(path);
      for (const width of [320, 390, 768, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        // The columns are laid out anew before the next frame is painted.
        await drawTwice(page);
        const out = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll<HTMLElement>('table, th, td')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`),
        );
        assert.deepEqual(out, [], `${path} at ${width}`);
      }
    }
  });

  it('say under its name what has no column of its own, and sort by that too', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await visit('reports');
    const first = page.getByRole('row').nth(1);
    await waitForTexts(first, /^Question 0/, 'Open', 'Bug Report / Site Performance Issue');
    await expect(page.getByRole('columnheader')).toHaveText(['Subject', 'Actions']);
    await page.getByLabel('Sort by').selectOption('Created, ascending');
    await page.waitForURL('**/admin/reports?sort=createdAt&order=asc');
    await waitForTexts(page.getByRole('row').nth(1), 'Question 39');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Sort by').waitFor({ state: 'detached' });
  });

  it('ask before they let a typed answer or a changed account go', async () => {
    await visit('reports?q=Question+1');
    await button('View and edit Question 1').first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Report Information' });
    const words = dialog.getByLabel('Response');
    await words.fill('Half an answer');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you wrote?' });
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await question.waitFor({ state: 'detached' });
    await expect(words).toHaveValue('Half an answer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(button('View and edit Question 1').first());

    await visit('users?q=nora');
    await button('Edit nora@example.org').click();
    const account = page.getByRole('dialog', { name: 'Edit User Information' });
    await account.getByLabel('First name').fill('Nora');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await account.waitFor({ state: 'detached' });
    await button('Edit nora@example.org').click();
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'detached' });
  });

  it('reports a concurrent change in the account form and overwrites it, when confirmed', async () => {
    await visit('users?q=nora');
    await button('Edit nora@example.org').click();
    const dialog = page.getByRole('dialog', { name: 'Edit User Information' });
    const db = stage.server.world.database.kysely;
    const { id } = await db
      .updateTable('users')
      .set({ lastname: 'Byron' })
      .where('email', '=', 'nora@example.org')
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', id).execute();
    await dialog.getByLabel('Plan').selectOption('Free Trial');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForTexts(dialog, /changed elsewhere in the meantime: Plan is now “Professional Plan”/);
    await expect(dialog.getByLabel('Last name')).toHaveValue('Byron');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForTexts(page.getByRole('row').filter({ hasText: 'nora@example.org' }), 'Free Trial', /Byron/);
  });

  it('know when there is no such user, and the back office when there is no such page', async () => {
    await visit(`token-histories/${crypto.randomUUID()}`);
    await waitForTexts(page, 'There is no user with this id. The account may have been deleted.', 'Unknown user');
    await page.goto(`${stage.origin}/admin/nothing`);
    await page.getByRole('link', { name: 'Go to the back office' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });

  it('leave the sidebar as it was chosen', async () => {
    await visit('users');
    const sidebar = page.locator('#admin-sidebar');
    assert.equal((await sidebar.boundingBox())!.width, 290);
    await button('Close sidebar').click();
    await page.reload();
    await button('Open sidebar').waitFor();
    assert.equal((await sidebar.boundingBox())!.width, 90);
    await button('Open sidebar').click();
    await page.evaluate(() => localStorage.removeItem('lectern.admin-sidebar'));
    await page.setViewportSize({ width: 900, height: 900 });
    await page.reload();
    await button('Open sidebar').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  it('runs a failed job again, and cancels one that waits, after asking', async () => {
    const { jobs, database } = stage.server.world;
    await jobs.enqueue('clip', { clipId: 'a broken id' }, { key: 'clip/broken' });
    const failed = await eventually(
      async () =>
        (await stage.server.as(stage.administrator.token)(adminRoutes.jobs, { q: 'a broken id' })).data.find(
          ({ problem }) => problem !== null,
        ),
      'the failed attempt',
    );
    await changeJobs(database.kysely, { id: failed.id }, { state: 'failed', ended_at: new Date() });
    await visit('jobs?q=a+broken+id');
    await waitForTexts(row('clip'), 'Failed');
    await button('Run again').click();
    await waitForTexts(page, 'The job has been started again.');
    await jobs.cancel(['clip/broken']);

    await jobs.enqueue(
      'clip',
      { clipId: crypto.randomUUID(), why: 'much later' },
      { key: 'clip/later', after: new Date(Date.now() + hour) },
    );
    await visit('jobs?q=much+later');
    await waitForTexts(row('clip'), 'Waiting');
    await button('Cancel').click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this job?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Cancel the job' }).click();
    await waitForTexts(page, 'The job has been cancelled.');
    await waitForTexts(row('clip'), 'Cancelled');
    await expect(button('Cancel')).toHaveCount(0);
    await visit('audit');
    await waitForTexts(row('cancelled a job').first(), stage.administrator.email);
  });

  it('hand the focus to the next row when one is deleted by keyboard', async () => {
    for (const [path, kind] of [
      ['users', 'employee'],
      ['reports', 'report'],
    ] as const) {
      await visit(path);
      const [, gone, next] = await button(/^Delete /).all();
      const name = (await next!.getAttribute('aria-label'))!;
      await gone!.focus();
      await page.keyboard.press('Enter');
      const question = page.getByRole('alertdialog', { name: `Are you sure you want to delete this ${kind}?` });
      await question.waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await waitForTexts(page, /deleted successfully/);
      await hasFocus(page.getByRole('button', { name, exact: true }));
    }
  });
});
