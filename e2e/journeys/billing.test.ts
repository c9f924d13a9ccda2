/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { openPagesPlace } from '@lectern/server/test/databases';
import { itInFullRun } from '@lectern/server/test/rare';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { answers } from '../edge.ts';
import { expect } from '../expect.ts';
import { fillFields } from '../places.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';

/** From the trial to paying and back, as a member does it, with the sandbox for a bank. */
describe('plans and payments, as a member meets them', () => {
  let test: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const faults: string[] = [];

  before(async () => {
    test = await openTestWorld({ open: openPagesPlace });
    browser = await openBrowser();
    page = browser.context.pages()[0]!;
    page.on('pageerror', ({ message }) => faults.push(message));
  });
  after(async () => {
    await browser?.close();
    await test?.close();
    assert.deepEqual(faults, []);
  });

  const visit = async (member: TestMember, path: string): Promise<void> => {
    await enter(page, test.origin, { session: member.session });
    await page.goto(`${test.origin}${path}`);
  };
  const join = (plan?: 'executive') => signUp(test.origin, test.letters, plan ? { plan } : {});
  const expire = (member: TestMember) =>
    test.world.database.kysely
      .updateTable('users')
      .set({ membership_end: new Date(Date.now() - 1000) })
      .where('id', '=', member.session.id)
      .execute();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const payWith = async (card: string): Promise<void> => {
    await button(card).click();
    await button(/^(Subscribe|Pay)/).click();
  };
  const current = () => page.getByRole('region', { name: 'Current Plan' });

  it('leads from the Executive trial through a declined card to a paid plan', async () => {
    await visit(await join('executive'), '/asset/plan');
    await waitForTexts(page, 'Plan Selection', 'Your Account', 'Choose Your Plan', 'Sandbox payments');
    await waitForTexts(
      current(),
      'Executive Plan',
      'Free Trial',
      'Your free trial expires in 3 day(s)!',
      'Expires on this date',
    );
    await button('Choose Executive Plan').click();
    const question = page.getByRole('alertdialog', { name: 'Pay $5 for the Executive Plan today?' });
    const told =
      /Your free trial runs until .+\. A month of the Executive Plan starts today and costs \$5, with all its tokens; the trial ends, with the 50,000 tokens that are left of it\./;
    await question.getByText(told).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button('Choose Executive Plan').click();
    await question.getByRole('button', { name: 'Go to payment' }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByText(told).waitFor();
    await payWith('Declined');
    await waitForTexts(page, 'Your card was declined.');
    await payWith('Asks for authentication');
    await button('Complete authentication').click();
    await page.waitForURL('**/stripe/default/success');
    await waitForTexts(page, 'Payment successful');
    // The page leads on by itself after 2.5 seconds.
    await page.waitForURL('**/asset/plan');
    await waitForTexts(current(), 'Active', 'Renews on this date');
    await waitForTexts(page, 'This is your plan.', 'Payments', 'Your card was declined.');
  });

  itInFullRun('cancels, lets the period end, and subscribes again', async () => {
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await waitForTexts(
      current(),
      'Your subscription will end at the end of the billing cycle.',
      'Expires on this date',
    );
    await button('Keep My Subscription').click();
    await waitForTexts(current(), 'Active', 'Renews on this date');
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await button('Re-subscribe').click();
    const question = page.getByRole('alertdialog', { name: 'Pay $5 for the Executive Plan today?' });
    const told = /You have paid until .+\. A new month starts today and costs \$5; the remaining days end\./;
    await question.getByText(told).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button('Re-subscribe').click();
    await question.getByRole('button', { name: 'Go to payment' }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByText(told).waitFor();
    await page.goBack();
    await expect(button(/Renew Executive Plan/)).toHaveCount(0);
    await button('End the period').click();
    await waitForTexts(page, 'Your Executive Plan has expired');
    await button('Renew, $5/month').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await payWith('Succeeds');
    await page.waitForURL('**/asset/plan');
    await waitForTexts(current(), 'Active', 'Renews on this date');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  itInFullRun('shows a renewal that is not paid while the plan goes on, and the ways back', async () => {
    await button('Let the renewal fail').click();
    await waitForTexts(current(), 'Payment due', 'The last payment did not go through.', 'Goes on until this date');
    await button('Let the bank pay').click();
    await waitForTexts(current(), 'Active', 'Renews on this date');
    await button('Let the renewal fail').click();
    await waitForTexts(current(), 'Payment due');
    await button('Re-subscribe').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await button('Cancel and go back').click();
    await page.waitForURL('**/stripe/default/cancel');
    await waitForTexts(
      page,
      'Your payment was cancelled. If this was a mistake, you can try again or contact support.',
    );
    await page.goto(`${test.origin}/asset/plan`);
    await button('Cancel Subscription').click();
    await waitForTexts(page.getByRole('alertdialog'), 'It ends now, and your card is not charged again.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await waitForTexts(page, 'Your Executive Plan has expired');
    await button('Not now').click();
    await waitForTexts(current(), 'Expired on this date');
    await button('Cancel Subscription').waitFor({ state: 'detached' });
  });

  it('asks the members of each plan that has ended in words of its own', async () => {
    const free = await join();
    await expire(free);
    await visit(free, '/asset/view');
    await waitForTexts(page, 'Your free trial has ended');
    await expect(button('Buy Executive, $5/month')).toHaveCount(1);
    await button('Buy Professional, $14/month').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await waitForTexts(page, 'Professional Plan', '$14.00');
    await payWith('Succeeds');
    await page.waitForURL('**/asset/plan');
    await waitForTexts(current(), 'Professional Plan', 'Active');
    // A professional cannot buy another plan here.
    await expect(button(/Choose/)).toHaveCount(0);
    await button('Request a manual downgrade here').click();
    const modal = page.getByRole('dialog', { name: 'Send Feedback' });
    await expect(modal.getByRole('combobox')).toHaveValue('Downgrade Request');
    await page.keyboard.press('Escape');
  });

  it('sells tokens', async () => {
    await visit(await join('executive'), '/asset/upload');
    await waitForTexts(page, 'Purchase Additional Tokens', '0 of 50,000 tokens');
    await button(/50K tokens/).click();
    await payWith('Insufficient funds');
    await waitForTexts(page, 'Your card has insufficient funds.');
    await payWith('Succeeds');
    await waitForTexts(page, '🎉 Payment successful!', '0 of 100,000 tokens');
  });

  describe('of somebody who chose the Professional plan', () => {
    /** Registers and gives the link of the mail. */
    const register = async (email: string): Promise<string> => {
      await enter(page, test.origin, {});
      await page.goto(`${test.origin}/register?plan=professional`);
      await fillFields(page, {
        'First name': 'Rosa',
        'Last name': 'Marsh',
        Email: email,
        Password: 'a right password',
      });
      await button('Create account').click();
      await waitForTexts(page, 'Check Your Email');
      const letter = await eventually(
        async () => (await test.letters()).findLast(({ to }) => to === email),
        'the verification mail',
      );
      return letter.link!.href.replace(/^https?:\/\/[^/]+/, test.origin);
    };

    it('the link of the mail leads to its payment, and back to the plans', async () => {
      await page.goto(await register('rosa@example.org'));
      await page.waitForURL('**/sandbox/checkout/**');
      await page.goBack();
      await waitForTexts(page, 'Plan Selection', 'Choose Your Plan');
      await expect(button('Not now')).toHaveCount(0);
    });

    itInFullRun('the plans say so where its payment cannot be opened, until that is dismissed', async () => {
      const link = await register('sorry@example.org');
      await answers(page, '/stripe/default/create-checkout-session', {
        status: 502,
        body: { msg: 'The bank sleeps.' },
      });
      await page.goto(link);
      await waitForTexts(page, 'The bank sleeps.', 'You chose the Professional Plan when you registered.');
      // Once a visit: the rest of the application is there.
      await page.getByRole('link', { name: 'Video Library' }).click();
      await waitForTexts(page, 'Your first webinar belongs here');
      await page.reload();
      await waitForTexts(page, 'You chose the Professional Plan when you registered.');
      await assertAccessible(page, 'a plan that was chosen');
      await button('Not now').click();
      await page.getByText('You chose the Professional Plan').waitFor({ state: 'detached' });
      await page.unrouteAll();
      await page.goto(`${test.origin}/asset/view`);
      await waitForTexts(page, 'Your first webinar belongs here');
    });
  });

  itInFullRun('says what failed', async () => {
    const member = await join('executive');
    await answers(page, '/stripe/default/create-payment-intent', { status: 500 });
    await visit(member, '/asset/upload');
    await button(/1M tokens/).click();
    await waitForTexts(page, 'Failed to initiate payment.');
    await page.unrouteAll();
    // Stripe's own script cannot be reached from here.
    await page.route('**/api/basic/plans', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { data: { ...data, payments: 'stripe', publishableKey: 'pk_test_1' } } });
    });
    for (const attempt of [
      () => visit(member, '/asset/upload').then(() => button(/1M tokens/).click()),
      () => button('Try again').click(),
    ]) {
      const asked = page.waitForRequest('https://js.stripe.com/**');
      await attempt();
      await asked;
      await page.getByRole('dialog').getByText('Failed to initiate payment.').waitFor();
    }
    await test.world.database.kysely
      .updateTable('users')
      .set({ subscription_status: 'active' })
      .where('id', '=', member.session.id)
      .execute();
    await answers(page, '/stripe/default/cancel-subscription', { status: 502, body: { error: 'The bank sleeps.' } });
    await page.goto(`${test.origin}/asset/plan`);
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await waitForTexts(page, 'Failed to cancel subscription. The bank sleeps.');
    await page.unrouteAll();
  });
});
