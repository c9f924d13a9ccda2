// full: every way to the plan that was chosen; billing.test.ts goes the usual, wanted-plan.test.ts holds the rule
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { eventually } from '@lectern/server/test/member';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { fillFields } from '../places.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';

describe('of somebody who chose the Professional plan', () => {
  let test: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    [test, browser] = await Promise.all([openTestWorld({ open: openPagesPlace }), openBrowser()]);
    page = browser.context.pages()[0]!;
  });
  after(async () => {
    await browser?.close();
    await test?.close();
  });

  const button = (name: string) => page.getByRole('button', { name });
  /** Registers and gives the link of the mail. */
  const register = async (email: string): Promise<string> => {
    await enter(page, test.origin, {});
    await page.goto(`${test.origin}/register?plan=professional`);
    await fillFields(page, { 'First name': 'Rosa', 'Last name': 'Marsh', Email: email, Password: 'a right password' });
    await button('Create account').click();
    await waitForTexts(page, 'Check Your Email');
    const letter = await eventually(
      async () => (await test.letters()).findLast(({ to }) => to === email),
      'the verification mail',
    );
    return letter.link!.href.replace(/^https?:\/\/[^/]+/, test.origin);
  };
  const verified = () => waitForTexts(page, 'Your email has been verified. You will now be logged in automatically.');
  const isLedOnce = async (): Promise<void> => {
    await page.waitForURL('**/sandbox/checkout/**');
    await waitForTexts(page, 'Professional Plan', '$14.00');
    await page.goto(`${test.origin}/asset/view`);
    await waitForTexts(page, 'Your first webinar belongs here');
    assert.equal(new URL(page.url()).pathname, '/asset/view');
  };

  it('a link of before, which named the plan, leads there too', async () => {
    await page.goto(`${await register('link@example.org')}&plan=professional`);
    await verified();
    await isLedOnce();
  });

  it('the first sign-in leads there where the link was opened elsewhere', async () => {
    const link = new URL(await register('phone@example.org'));
    await test.call(accountRoutes.verify, { token: link.searchParams.get('token')! });
    await page.goto(`${test.origin}/login`);
    await fillFields(page, { Email: 'phone@example.org', Password: 'a right password' });
    await button('Sign In').click();
    await isLedOnce();
  });

  it('the next visit leads there where the tab was closed before', async () => {
    await page.goto(await register('tab@example.org'));
    await verified();
    await page.goto(`${test.origin}/asset/view`);
    await isLedOnce();
  });

  it('ignores the stored plan choice, when the payment was opened on another device', async () => {
    const link = new URL(await register('two@example.org'));
    const session = await test.call(accountRoutes.verify, { token: link.searchParams.get('token')! });
    await test.as(session.token)(accountRoutes.dismissWantedPlan, {});
    await enter(page, test.origin, { session });
    await page.goto(`${test.origin}/asset/view`);
    await waitForTexts(page, 'Your first webinar belongs here');
    assert.equal(new URL(page.url()).pathname, '/asset/view');
  });
});
