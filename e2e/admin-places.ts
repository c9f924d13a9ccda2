/// <reference lib="dom" />
import { type PageState, placesOf } from './scene.ts';
import type { Page } from 'playwright-core';

async function filled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

const at = (name: string, path = name, arrive: PageState['arrive'] = filled): PageState =>
  placesOf('administrator')(`admin-${name}`, `/admin/${path}`, arrive);

const opened = (button: string, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await filled(page);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole(role).waitFor();
};

/** Every page of the back office, and its modals. */
export const adminPlaces: readonly PageState[] = [
  placesOf()('admin-login', '/admin/login', (page) => page.getByRole('button', { name: 'Sign in' }).waitFor()),
  placesOf()('admin-signed-in', '/admin/signed-in', (page) =>
    page.getByRole('heading', { name: 'That did not work' }).waitFor(),
  ),
  placesOf()('admin-login-refused', '/admin/login', async (page) => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please fill in all fields.').waitFor();
  }),
  at('dashboard'),
  at('language-choice', 'dashboard', async (page) => {
    await page.getByRole('radio', { name: /^An address with a key/ }).check();
    await page.getByText('LANGUAGE_API_KEY').waitFor();
  }),
  at('users'),
  at('user-dialog', 'users?q=grace', opened('Edit grace@example.org', 'dialog')),
  at('user-refused', 'users?q=grace', async (page) => {
    await opened('Edit grace@example.org', 'dialog')(page);
    await page.getByRole('dialog').getByLabel('First name').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please fill in all fields.').waitFor();
  }),
  at('user-delete', 'users?q=grace', opened('Delete grace@example.org', 'alertdialog')),
  at('workspaces'),
  at('workspace-people', 'workspaces?q=grace', opened('People of Ada Lovelace’s workspace', 'dialog')),
  at('videos'),
  at('token-histories'),
  at('token-history-choice', 'token-histories', async (page) => {
    await filled(page);
    await page.getByRole('button', { name: 'All users' }).click();
    await page.getByRole('combobox').fill('grace');
    await page
      .getByRole('option', { name: /grace@example\.org/ })
      .first()
      .waitFor();
  }),
  at('payment-histories'),
  at('reports'),
  at('jobs'),
  at('set-aside'),
  at('health'),
  at('security'),
  at('account', 'account', (page) => page.getByRole('heading', { name: 'Recent activity' }).waitFor()),
  at('audit'),
  at('palette', 'dashboard', async (page) => {
    await filled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('grace');
    await page
      .getByRole('option', { name: /grace@example\.org/ })
      .first()
      .waitFor();
  }),
];
