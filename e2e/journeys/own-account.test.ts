// full: every change of an account; account-pages.test.ts signs in and resets
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { TOTP } from 'otpauth';
import type { Route } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { fillFields } from '../places.ts';
import { openOnServer } from '../journey.ts';

/** Milliseconds of a code of an authenticator app. */
const step = 30_000;

describe('one’s own account in the browser', () => {
  /** The clock of the server and of the phone with the app. */
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { server, page, visit, visitAs } = openOnServer(
    { env: { ADMIN_SECOND_FACTOR: 'required' }, now },
    { viewport: { width: 390, height: 844 } },
  );
  let member: TestMember;
  before(async () => void (member = await signUp(server.origin, server.letters, { email: 'ada@example.org' })));

  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  /** Scans the code, as a phone does; the key stands beside it. */
  const app = async (): Promise<() => string> => {
    const key = await panel('Two-factor authentication').locator('p.font-mono').innerText();
    const totp = new TOTP({ secret: key.replaceAll(/\s/g, '') });
    return () => {
      ahead += step;
      return totp.generate({ timestamp: now().getTime() });
    };
  };
  const setUp = async (password: string): Promise<{ app: () => string; codes: string[] }> => {
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await fillFields(panel('Two-factor authentication'), { 'Your password': password });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const shown = await app();
    await fillFields(panel('Two-factor authentication'), { Code: '000000' });
    await page.getByRole('button', { name: 'Turn on' }).click();
    await says(/This code is wrong/);
    await fillFields(panel('Two-factor authentication'), { Code: shown() });
    await page.getByRole('button', { name: 'Turn on' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await list.first().waitFor();
    const codes = await list.allInnerTexts();
    await assertAccessible(page, 'recovery codes');
    // As over plain http.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await says('Your browser did not let us copy them. Please select them, or download the file.');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await says('10 of 10 recovery codes left.');
    return { app: shown, codes };
  };
  const signIn = async (path: string, email: string, password: string): Promise<void> => {
    await visit(path);
    await fillFields(page, { Email: email, Password: password });
    await page.getByRole('button', { name: /^sign in$/i }).click();
  };

  it('opens the account page from the menu and saves a new name', async () => {
    await visitAs(member, '/asset/view');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await fillFields(panel('Name'), { 'First name': 'Augusta' });
    await page.getByRole('button', { name: 'Save name' }).click();
    await says('Your name has been saved.');
    assert.equal((await member.call(accountRoutes.check, {})).firstname, 'Augusta');
  });

  it('switches mails about recordings off, by the keyboard', async () => {
    const box = panel('Emails').getByLabel(
      'Tell me when a recording is ready, needs captions, or could not be processed',
    );
    await expect(box).toBeChecked();
    await box.focus();
    await page.keyboard.press('Space');
    await says('You will get no more emails about recordings.');
    await page.reload();
    await box.waitFor();
    await expect(box).not.toBeChecked();
    // One after another, though the first is not answered yet.
    await box.press('Space');
    await box.press('Space');
    await box.press('Space');
    await says('You will get an email when a recording has been processed.');
    await eventually(
      async () => (await member.call(ownAccountRoutes.account, undefined)).data.recording_mails || undefined,
      'the setting',
    );
  });

  it('changes the password, and says what is wrong with one', async () => {
    const other = await server.call(accountRoutes.login, member);
    const change = async (present: string, next: string, confirm = next): Promise<void> => {
      await fillFields(panel('Password'), {
        'Current password': present,
        'New password': next,
        'Confirm new password': confirm,
      });
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not it', 'some words of mine');
    await says('That is not your current password. Please try again.');
    await change(member.password, 'some words of mine', 'others');
    await says('Passwords do not match.');
    await change(member.password, 'password1');
    await says(/easily guessed/);
    const next = panel('Password').getByLabel('New password', { exact: true });
    await expect(next, 'it stands at its field').toHaveAccessibleDescription(/easily guessed/);
    await expect(next).toHaveAttribute('aria-invalid', 'true');
    await expect(next).toBeFocused();
    await expect(next).not.toHaveAttribute('data-strength');
    await assertAccessible(page, 'a password that is refused');
    await next.press('End');
    await page.keyboard.type('!');
    await expect(panel('Password').getByText(/easily guessed/), 'it goes with what was wrong').toHaveCount(0);
    await change(member.password, 'some words of mine');
    await says('Your password has been changed. All other devices have been signed out.');
    await assert.rejects(server.as(other.token)(accountRoutes.check, {}), { status: 401 });
    member = { ...member, password: 'some words of mine' };
  });

  it('lists the devices and signs one out', async () => {
    const other = await server.call(accountRoutes.login, member);
    await page.reload();
    const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    await expect(rows).toHaveCount(2);
    await rows.getByRole('button', { name: /^Sign out/ }).click();
    await says('That device has been signed out.');
    await assert.rejects(server.as(other.token)(accountRoutes.check, {}), { status: 401 });
    await page.getByText('Session ended').waitFor();
  });

  it('gets another address by the link sent there', async () => {
    await fillFields(panel('Email address'), {
      'New email address': 'augusta@example.org',
      'Your password': member.password,
    });
    await page.getByRole('button', { name: 'Change address' }).click();
    await says(/We have sent a link to augusta@example\.org/);
    const { link } = await eventually(
      async () => (await server.letters()).find(({ to }) => to === 'augusta@example.org'),
      'the mail to the new address',
    );
    await visit(link!.pathname + link!.search);
    await says('The address of your account is now augusta@example.org.');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await panel('Email address').getByText('augusta@example.org').waitFor();
    member = { ...member, email: 'augusta@example.org' };
  });

  it('asks for the code of an app once it is set up, and takes a recovery code in its place', async () => {
    const { app, codes } = await setUp(member.password);
    // As a server of another version words it.
    const wordsOfAnother = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      await route.fulfill({ response, json: 'msg' in json ? { ...json, msg: 'A code, please.' } : json });
    };
    await page.route('**/auth/login', wordsOfAnother, { times: 1 });
    for (const code of [app, () => codes[0]!]) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      await signIn('/login', member.email, member.password);
      await page.getByLabel('Code').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'code');
      await assertAccessible(page, 'the second step');
      await fillFields(page, { Code: '000000' });
      await page.getByRole('button', { name: 'Sign In' }).click();
      await says(/This code is wrong/);
      await fillFields(page, { Code: code() });
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/asset/**');
    }
    await visit('/asset/account');
    await says('9 of 10 recovery codes left.');
    await says('Recovery code used');
    await page.getByRole('button', { name: 'Remove' }).click();
    await fillFields(panel('Two-factor authentication'), { 'Your password': member.password, Code: app() });
    await page.getByRole('button', { name: 'Remove' }).click();
    await says('From now on you sign in with your password only.');
  });

  it('leads an administrator to what must be done first: a password of their own, and the second factor', async () => {
    const made = (await ensureAdministrator(server.world, { email: 'first@example.org' }))!;
    await signIn('/admin/login', made.email, made.password);
    await page.waitForURL('**/admin/account');
    await says(/[Pp]lease choose your own password/);
    await visit('/admin/users');
    await page.waitForURL('**/admin/account');
    await fillFields(panel('Password'), {
      'Current password': made.password,
      'New password': 'words of the operator',
      'Confirm new password': 'words of the operator',
    });
    await page.getByRole('button', { name: 'Change password' }).click();
    await says(/[Pp]lease set up two-factor authentication/);
    const { app } = await setUp('words of the operator');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.waitForURL('**/admin/dashboard');
    await visit('/admin/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();

    await visit('/admin/security?q=augusta&kind=sign_in_refused');
    await page.getByRole('cell', { name: 'Sign-in refused' }).first().waitFor();
    await page
      .getByRole('cell', { name: /augusta@example\.org/ })
      .first()
      .waitFor();
    await page.getByLabel('What').selectOption('Address changed');
    await says(/before: ada@example\.org/);

    await page.evaluate(() => localStorage.removeItem('lectern.admin'));
    await signIn('/admin/login', made.email, 'words of the operator');
    await fillFields(page, { Code: app() });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/admin/dashboard');
  });
});
