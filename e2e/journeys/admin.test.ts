/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { eventually } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { expect, waitForTexts } from '../expect.ts';
import { holdResponses } from '../held-answers.ts';
import { operator } from '../stage.ts';
import { openOnStage } from '../journey.ts';

/** The back office, as an administrator meets it. */
describe('the back office', () => {
  const { stage, page, context, visit } = openOnStage();

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const table = (name: string) => page.getByRole('region', { name, exact: true });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const heads = (name: string) => table(name).getByRole('columnheader').allTextContents();

  it('asks for a sign-in, says what is wrong, and lets in', async () => {
    await visit('/admin/users');
    await page.waitForURL('**/admin/login');
    await button('Sign in').click();
    await waitForTexts(page, 'Please fill in all fields.');
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await button('Sign in').click();
    await waitForTexts(page, 'Wrong email or password. Please try again.');
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await button('Sign in').click();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('region', { name: 'Users' }).getByText('3', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Videos' }).getByText('1', { exact: true }).waitFor();
  });

  it('asks who writes, and shows what is to be set until it is', async () => {
    const question = page.getByRole('region', { name: 'Language model' });
    await question.getByRole('radio', { name: /^A model on this machine.*GB of memory/ }).check();
    await waitForTexts(question, 'npm ci --prefix server/model-engine', 'LANGUAGE_ENGINE=local');
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForTexts(page, 'Once the setting is there and the server restarts, the model writes.');
    await page.reload();
    await waitForTexts(question, 'Chosen, and waiting for its settings.', 'LANGUAGE_ENGINE=local');
    await question.getByRole('radio', { name: /^The built-in engine/ }).check();
    await question.getByRole('button', { name: 'Save, and ask no more' }).click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Newest reports' }).getByText('Nobody has written yet.').waitFor();
    await expect(question).toHaveCount(0);
  });

  it('lists users in the specified columns, and keeps filters and sorting in the URL', async () => {
    await visit('/admin/users');
    await waitForTexts(page, 'List of all users');
    await row('nora@example.org').waitFor();
    assert.deepEqual(await heads('Users'), [
      'Username',
      'Email',
      'Plan',
      'Active Videos',
      'Posted Videos',
      'Token Balance',
      'Status',
      'Membership Period',
      'Created',
      'Actions',
    ]);
    await waitForTexts(row('elias@example.org'), 'Expired');
    await waitForTexts(row('grace@example.org'), 'Free Trial');
    await page.getByRole('button', { name: 'Email' }).click();
    await page.waitForURL('**/admin/users?sort=email&order=asc');
    await page.getByLabel('Filter by name or email').fill('grace');
    await page.waitForURL('**q=grace');
    await row('nora@example.org').waitFor({ state: 'detached' });
    await page.reload();
    await row('grace@example.org').waitFor();
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  it('edits a user, adds tokens, and tells it in the audit log', async () => {
    await visit('/admin/users?q=nora');
    await button('Edit nora@example.org').click();
    const dialog = page.getByRole('dialog', { name: 'Edit User Information' });
    await dialog.getByLabel('First name').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForTexts(dialog, 'Please fill in all fields.');
    await dialog.getByLabel('First name').fill('Nora Maria');
    await dialog.getByLabel('Add tokens').fill('500');
    await dialog.getByLabel('Plan').selectOption('professional');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForTexts(page, 'Data update successfully');
    await waitForTexts(row('nora@example.org'), /Nora Maria/, 'Professional Plan');
    await visit('/admin/audit');
    await waitForTexts(row('changed a user').first(), operator.email);
  });

  itInFullRun('shows every video, also the deleted ones', async () => {
    await visit('/admin/videos');
    await waitForTexts(page, 'Mux Videos', 'List of all videos uploaded to Mux');
    await waitForTexts(row('grace@example.org'), 'Active');
    assert.deepEqual(await heads('Videos'), ['User', 'Thumbnail', 'Title', 'Asset ID', 'Status', 'Created']);
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('td img')?.naturalWidth ?? 0) > 0);
  });

  itInFullRun('shows histories of all, and of one user by the address', async () => {
    for (const [kind, shown] of [
      // The chapters of the member's webinar, which the built-in engine wrote for nothing.
      ['token', '0 charged'],
      ['payment', 'Nobody has paid yet.'],
    ] as const) {
      await visit(`/admin/${kind}-histories`);
      await waitForTexts(page, shown);
      await button('All users').click();
      const field = page.getByRole('combobox');
      await field.fill('grace');
      // Before something is typed everybody is there.
      await page.getByRole('option', { name: /nora@example\.org/ }).waitFor({ state: 'detached' });
      await page.getByRole('option', { name: /grace@example\.org/ }).waitFor();
      await field.press('Enter');
      await page.waitForURL(`**/admin/${kind}-histories/${stage.people.member.session.id}`);
      await button('grace@example.org').click();
      // Everybody is there without a word typed; the first entry clears the choice.
      await page.getByRole('option', { name: /nora@example\.org/ }).waitFor();
      await page.getByRole('option', { name: 'All users' }).click();
      await page.waitForURL(`**/admin/${kind}-histories`);
    }
  });

  itInFullRun('chooses whom the filter finds, when Enter is pressed before it has answered', async () => {
    await visit('/admin/token-histories');
    await button('All users').click();
    await page.getByRole('option', { name: /nora@example\.org/ }).waitFor();
    const field = page.getByRole('combobox');
    const held = await holdResponses(page, (request) => request.url().includes('q=grace'));
    await field.fill('grace');
    await held.begun();
    await field.press('Enter');
    await page.getByRole('option', { name: /nora@example\.org/ }).waitFor();
    held.release();
    await page.waitForURL(`**/admin/token-histories/${stage.people.member.session.id}`);
  });

  itInFullRun('answers a report, which reaches its writer, and deletes it', async () => {
    const report = {
      type: 'Bug Report' as const,
      subject: 'It rattles',
      message: 'All night.',
      email: 'w@example.org',
    };
    await stage.server.call(feedbackRoutes.contact, report);
    await visit('/admin/reports');
    await button('View and edit It rattles').click();
    const dialog = page.getByRole('dialog', { name: 'Edit Report Information' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForTexts(dialog, 'Please fill in all fields.');
    await dialog.getByLabel('Response').fill('We have tightened a screw.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForTexts(row('It rattles'), 'We have tightened a screw.');
    await eventually(
      async () =>
        (await stage.server.letters()).find(({ to, text }) => to === 'w@example.org' && text.includes('screw')),
      'the answer by mail',
    );
    await button('Delete It rattles').click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this report?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await waitForTexts(page, 'Nobody has written yet.');
  });

  itInFullRun('says what cannot be done without a connection, and promises nothing', async () => {
    await visit('/admin/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    const note = page.getByText(/^The server cannot be reached\. What/);
    await note.waitFor();
    await expect(note).toHaveText(
      'The server cannot be reached. What you see may be out of date, and nothing can be saved until it can be reached again.',
    );
    await context.setOffline(false);
    await note.waitFor({ state: 'detached' });
  });

  itInFullRun('tells on its first page what needs a look and what came last, and leads there', async () => {
    await visit('/admin/dashboard');
    const newest = page.getByRole('region', { name: 'Newest users' });
    await newest.getByRole('link', { name: 'elias@example.org' }).waitFor();
    await waitForTexts(page.getByRole('region', { name: 'Newest reports' }), /·|Nobody has written yet\./);
    await waitForTexts(page.getByRole('region', { name: 'System health' }), /Nothing needs your attention\.|, .+: /);
    // Longer than what rows may be filtered by.
    const { kysely } = stage.server.world.database;
    await kysely
      .updateTable('videos')
      .set({ title: 'A title with all that was said, '.repeat(9) })
      .execute();
    await page.reload();
    await page.getByRole('region', { name: 'Newest videos' }).getByRole('link', { name: /./ }).first().click();
    await page.waitForURL('**/admin/videos?q=*');
    await row('grace@example.org').first().waitFor();
  });

  itInFullRun('finds pages, people and videos with Ctrl+K', async () => {
    await visit('/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find a page, a user or a video' });
    await field.fill('audit');
    await field.press('Enter');
    await page.waitForURL('**/admin/audit');
    await page.keyboard.press('Control+k');
    await field.fill('elias');
    await page.getByRole('option', { name: /elias@example\.org/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL('**/admin/users?q=elias*');
    await row('elias@example.org').waitFor();
    // From one page of a table to another: its field shows what filters it now.
    await page.keyboard.press('Control+k');
    await field.fill('grace');
    await page.getByRole('option', { name: /User.*grace|grace.*User/ }).click();
    await page.waitForURL('**/admin/users?q=grace*');
    await row('grace@example.org').waitFor();
    await expect(page.getByLabel('Filter by name or email')).toHaveValue(/^grace/);
    await page.keyboard.press('Control+k');
    await field.fill('A title with all');
    await page.getByRole('option', { name: /Video · grace@example\.org/ }).click();
    await page.waitForURL('**/admin/videos?q=*');
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  it('deletes a user after asking, and signs out', async () => {
    await visit('/admin/users?q=elias');
    await button('Delete elias@example.org').click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this employee?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await waitForTexts(page, 'User deleted successfully', 'Nothing matches this filter.');
    await button('Admin').click();
    await waitForTexts(page, operator.email);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/login');
  });

  itInFullRun('leads out when the session has ended on the server, with a word', async () => {
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await button('Sign in').click();
    await page.waitForURL('**/admin/dashboard');
    await stage.server.world.database.kysely.deleteFrom('sessions').where('administrator_id', 'is not', null).execute();
    await visit('/admin/users');
    await waitForTexts(page, 'For security purposes, we have logged you out. Sorry for the inconvenience.');
    await page.waitForURL('**/admin/login');
  });
});
