/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accountRoutes, type Plan } from '@lectern/contract/accounts/accounts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { expect, waitForTexts } from '../expect.ts';
import { holdResponses } from '../held-answers.ts';
import { fillFields } from '../places.ts';
import { enter, changeMember } from '../stage.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';
import { openOnServer } from '../journey.ts';

const password = 'a right password';

describe('accounts in the browser', () => {
  const { server, page, context, visit, visitAs } = openOnServer();
  let member: TestMember;
  before(async () => {
    member = await signUp(server.origin, server.letters, { email: 'ada@example.org', plan: 'executive' });
  });

  const path = () => new URL(page.url()).pathname;
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('lectern.session') ?? 'null') as { email: string } | null);
  /** The path and query of the newest link that was mailed to an address. */
  const mailedLink = (email: string, kind: string): Promise<string> =>
    eventually(async () => {
      const link = (await server.letters()).findLast(({ to }) => to === email)?.link;
      return link?.pathname === kind ? link.pathname + link.search : undefined;
    }, `the mail to ${email}`);

  describe('registering', () => {
    it('marks the password while one types: red below 3 characters, green from there on', async () => {
      await visitAs({}, '/register?plan=executive');
      const field = page.getByLabel('Password', { exact: true });
      await waitForTexts(page, 'At least 8 characters.');
      await field.fill('ab');
      await expect(field).toHaveAttribute('data-strength', 'short');
      await field.fill('abc');
      await expect(field).toHaveAttribute('data-strength', 'enough');
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', 'new-password');
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(field).toHaveAttribute('type', 'text');
    });

    it('confirms, and leads by the mailed link to the library', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Terms of Service' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).waitFor();
      await fillFields(page, {
        'First name': 'Grace',
        'Last name': 'Holt',
        Email: 'grace@example.org',
        Password: password,
      });
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.locator('h1:focus', { hasText: 'Check Your Email' }).waitFor();
      await waitForTexts(page, 'grace@example.org');

      await page.clock.install();
      await page.reload();
      await waitForTexts(page, 'Check Your Email', 'grace@example.org', 'You can have it sent again in half a minute.');
      await page.clock.runFor(30_000);
      await page.getByRole('button', { name: 'Send again' }).click();
      await waitForTexts(page, 'another link is on its way');
      await page.getByRole('button', { name: 'Use another address' }).click();
      await page.getByLabel('Email', { exact: true }).waitFor();
      await page.clock.resume();
      const link = await mailedLink('grace@example.org', '/verify-email');
      await stopClock(page);
      await visit(link);
      await advanceClockUntil(
        page,
        page.getByText('Your email has been verified. You will now be logged in automatically.'),
      );
      assert.equal((await stored())?.email, 'grace@example.org', 'signed in at once, whatever becomes of the page');
      await page.clock.runFor(1_000);
      assert.equal(path(), '/verify-email');
      await page.clock.runFor(2_000);
      await page.clock.resume();
      await page.waitForURL('**/asset/view');

      await visit(link);
      await waitForTexts(page, 'This address is verified, and you are signed in.');
      await visitAs({}, link);
      await waitForTexts(page, 'This address is already verified. Sign in.');
      await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
      await page.waitForURL('**/login');
    });

    itInFullRun('shows that it verifies', async () => {
      await page.route('**/api/auth/verify*', () => undefined);
      await visit('/verify-email?token=slow');
      await waitForTexts(page, 'Verifying...');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });

  describe('signing in and out', () => {
    it('keeps the pages of subscribers for who is signed in, and brings back to the page that was asked for', async () => {
      for (const wanted of [
        '/asset/view',
        '/asset/upload',
        '/asset/plan',
        '/asset/video-cut',
        `/asset/${crypto.randomUUID()}`,
      ]) {
        await visitAs({}, wanted);
        await page.waitForURL('**/login');
      }
      // A stored session without a token is none.
      await visitAs({ session: { ...member.session, token: '' } }, '/asset/upload');
      await page.waitForURL('**/login');
      await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password');
      await fillFields(page, { Email: member.email, Password: password });
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/asset/upload');
      for (const path of ['/login', '/email-verify']) {
        await visit(path);
        await page.waitForURL('**/asset/view');
      }
    });

    it('shows the email in the menu and deletes drafts on logout, when the server does not answer', async () => {
      const before = member.session;
      await visitAs({ session: member.session }, '/asset/view');
      await page.getByRole('button', { name: 'Account' }).click();
      await waitForTexts(page.getByRole('menu'), member.email);
      await page.evaluate(
        (account) => localStorage.setItem(`lectern.draft.${account}.a-video.title`, '{"text":"Half a title"}'),
        member.session.id,
      );
      const held = await holdResponses(page, (request) => request.url().endsWith('/auth/logout'));
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      assert.equal(await stored(), null);
      const drafts = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
      assert.deepEqual(drafts, []);
      await eventually(async () => held.answered.length > 0 || undefined, 'the server to hear of it');
      held.release();
      await assert.rejects(server.as(before.token)(accountRoutes.check, {}), { status: 401 });
      // The server has forgotten the token as well: the next tests need another.
      const session = await server.call(accountRoutes.login, { email: member.email, password });
      member = { ...member, session };
    });

    itInFullRun(
      'returns to the previous page after sign-in only for the same account, and not after logout',
      async () => {
        const other = await signUp(server.origin, server.letters, { email: 'bea@example.org' });
        /** Without a load of the page, which would forget who was there. */
        const signIn = async ({ email }: { email: string }, to: string): Promise<void> => {
          await page.waitForURL('**/login');
          await fillFields(page, { Email: email, Password: password });
          await page.getByRole('button', { name: 'Sign In' }).click();
          await page.waitForURL(`**${to}`);
        };
        const account = async (): Promise<void> => {
          await page.getByRole('button', { name: 'Account' }).click();
          await page.getByRole('menuitem', { name: 'Account' }).click();
          await page.waitForURL('**/asset/account');
        };
        /** As another tab tells that it has. */
        const endSession = () =>
          page.evaluate(() => {
            localStorage.removeItem('lectern.session');
            dispatchEvent(new StorageEvent('storage', { key: 'lectern.session' }));
          });
        await visitAs({ session: member.session }, '/asset/account');
        await endSession();
        await signIn(member, '/asset/account');
        await page.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('menuitem', { name: 'Log out' }).click();
        await signIn(member, '/asset/view');
        await account();
        await endSession();
        await signIn(other, '/asset/view');
        const session = await server.call(accountRoutes.login, { email: member.email, password });
        member = { ...member, session };
      },
    );

    itInFullRun('uses the light theme by default and remembers the chosen theme', async () => {
      const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
      await enter(page, server.origin, { session: member.session });
      await page.evaluate(() => localStorage.removeItem('lectern.theme'));
      await page.emulateMedia({ colorScheme: 'dark' });
      await visit('/asset/view');
      await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
      assert.equal(await dark(), false);
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      assert.equal(await dark(), true);
      await page.reload();
      await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
      assert.equal(await dark(), true);
    });

    itInFullRun('opens and closes the sidebar, and shows the search on the library only', async () => {
      await visitAs({ session: member.session }, '/asset/view');
      const nav = page.getByRole('navigation', { name: 'Main' });
      for (const [name, to] of [
        ['Video Upload', '/asset/upload'],
        ['Plan Selection', '/asset/plan'],
      ] as const)
        await expect(nav.getByRole('link', { name })).toHaveAttribute('href', to);
      await page.getByRole('searchbox').waitFor();
      await page.getByRole('button', { name: 'Close sidebar' }).click();
      await nav.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Open sidebar' }).click();
      await nav.getByRole('link', { name: 'Video Upload' }).click();
      await page.waitForURL('**/asset/upload');
      await page.getByRole('searchbox').waitFor({ state: 'detached' });
      await page.getByRole('banner').getByRole('link').first().click();
      await page.waitForURL('**/asset/view');
    });
  });

  describe('a forgotten password', () => {
    itInFullRun('wants an address, one that can be', async () => {
      await visitAs({}, '/forgot-password');
      const send = page.getByRole('button', { name: 'Send reset link' });
      await send.click();
      await waitForTexts(page, 'Please enter your email address.');
      await fillFields(page, { Email: 'nobody' });
      await send.click();
      await waitForTexts(page, 'Please enter a valid email address.');
      await fillFields(page, { Email: 'nobody@example.org' });
      await send.click();
      await page.locator('h1:focus', { hasText: 'Check Your Email' }).waitFor();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.locator('h1:focus', { hasText: 'Forgot your password?' }).waitFor();
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
    });

    it('changes a forgotten password through the emailed link, once', async () => {
      await visitAs({}, '/forgot-password');
      await fillFields(page, { Email: member.email });
      await page.getByRole('button', { name: 'Send reset link' }).click();
      const link = await mailedLink(member.email, '/reset-password');
      await visit(link);
      const update = page.getByRole('button', { name: 'Update password' });
      await fillFields(page, { 'New password': 'ab', 'Confirm password': 'a' });
      await update.click();
      await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
        'Passwords do not match.',
        'Password must be at least 3 characters long.',
      ]);
      await fillFields(page, { 'New password': 'a changed password', 'Confirm password': 'a changed password' });
      await update.click();
      await page.getByRole('heading', { name: 'Password Updated!' }).waitFor();
      await using again = await context.newPage();
      await again.goto(server.origin + link);
      await again.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
      await expect(again.getByLabel('New password')).toHaveCount(0);
      await again.getByRole('link', { name: 'Request a new link' }).waitFor();
      await page.getByRole('link', { name: 'Sign In Now' }).click();
      await page.waitForURL('**/login');
      await fillFields(page, { Email: member.email, Password: 'a changed password' });
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/asset/view');
    });
  });

  itInFullRun('an expired membership is told, by plan, and keeps the library readable', async () => {
    const words: Record<Plan, RegExp> = {
      free: /trial has ended/,
      executive: /Executive Plan has expired/,
      professional: /Professional Plan has expired/,
    };
    await visit('/asset/view');
    const session = await page.evaluate(() => localStorage.getItem('lectern.session'));
    const { token } = JSON.parse(session!) as { token: string };
    await server.as(token)(uploadRoutes.create, { name: 'Kick-off.mp4' });
    for (const plan of ['free', 'executive', 'professional'] as const) {
      await changeMember(server, member, { plan, membership_end: new Date(Date.now() - 1000) });
      await page.evaluate((session) => localStorage.setItem('lectern.session', session ?? ''), session);
      await visit('/asset/view');
      const dialog = page.getByRole('dialog');
      await waitForTexts(dialog, words[plan]);
      if (plan !== 'professional') await waitForTexts(dialog, /\$5/);
      await waitForTexts(dialog, /\$14/);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitForTexts(page, 'Your first webinar belongs here');
    }
    await visit('/asset/upload');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' });
    await waitForTexts(unfinished, 'Kick-off.mp4', 'They are kept, and can be continued with a plan.');
    await unfinished.getByRole('button', { name: 'Discard Kick-off.mp4' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await unfinished.waitFor({ state: 'detached' });
    await visit('/asset/account');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await waitForTexts(page.getByRole('region', { name: 'Import' }), 'Your membership has expired.');
  });
});
