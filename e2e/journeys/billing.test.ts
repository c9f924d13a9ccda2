/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { answers } from '../edge.ts';
import { reads } from '../reads.ts';
import { enter } from '../stage.ts';

/** From the trial to paying and back, as a member does it, with the sandbox for a bank. */
describe('plans and payments, as a member meets them', () => {
  let test: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const faults: string[] = [];

  before(async () => {
    test = await openTestWorld();
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
    await reads(page, 'Plan Selection', 'Your Account', 'Choose Your Plan', 'Sandbox payments');
    await reads(
      current(),
      'Executive Plan',
      'Free Trial',
      'Your free trial expires in 3 day(s)!',
      'Expires on this date',
    );
    await assertAccessible(page, 'the plan page');
    await button('Choose Executive Plan').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await assertAccessible(page, 'the checkout of the sandbox');
    await payWith('Declined');
    await reads(page, 'Your card was declined.');
    await payWith('Asks for authentication');
    await button('Complete authentication').click();
    await page.waitForURL('**/stripe/default/success');
    await reads(page, 'Payment successful');
    // The page leads on by itself after 2.5 seconds.
    await page.waitForURL('**/asset/plan');
    await reads(current(), 'Active', 'Renews on this date');
    await reads(page, 'This is your plan.', 'Payments', 'Your card was declined.');
  });

  it('cancels, lets the period end, and subscribes again', async () => {
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await reads(current(), 'Your subscription will end at the end of the billing cycle.', 'Expires on this date');
    await button('Keep My Subscription').click();
    await reads(current(), 'Active', 'Renews on this date');
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
    assert.equal(await button(/Renew Executive Plan/).count(), 0);
    await button('End the period').click();
    await reads(page, 'Your Executive Plan has expired');
    await assertAccessible(page, 'the dialog of an expired plan');
    await button('Renew, $5/month').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await payWith('Succeeds');
    await page.waitForURL('**/asset/plan');
    await reads(current(), 'Active', 'Renews on this date');
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  it('shows a renewal that is not paid, and the way back', async () => {
    await button('Let the renewal fail').click();
    await reads(page, 'Your Executive Plan has expired');
    await button('Not now').click();
    await reads(current(), 'Payment due', 'The last payment did not go through.');
    await button('Re-subscribe').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await button('Cancel and go back').click();
    await page.waitForURL('**/stripe/default/cancel');
    await reads(page, 'Your payment was cancelled. If this was a mistake, you can try again or contact support.');
  });

  it('asks the members of each plan that has ended in words of its own', async () => {
    const free = await join();
    await expire(free);
    await visit(free, '/asset/view');
    await reads(page, 'Your free trial has ended');
    assert.equal(await button('Buy Executive, $5/month').count(), 1);
    await button('Buy Professional, $14/month').click();
    await page.waitForURL('**/sandbox/checkout/**');
    await reads(page, 'Professional Plan', '$14.00');
    await payWith('Succeeds');
    await page.waitForURL('**/asset/plan');
    await reads(current(), 'Professional Plan', 'Active');
    // A professional cannot buy another plan here.
    assert.equal(await button(/Choose/).count(), 0);
    await button('Request a manual downgrade here').click();
    const modal = page.getByRole('dialog', { name: 'Send Feedback' });
    assert.equal(await modal.getByRole('combobox').inputValue(), 'Downgrade Request');
    await page.keyboard.press('Escape');
  });

  it('sells tokens', async () => {
    await visit(await join('executive'), '/asset/upload');
    await reads(page, 'Purchase Additional Tokens', '0 of 50,000 tokens');
    await button(/50K tokens/).click();
    await assertAccessible(page, 'the purchase of tokens');
    await payWith('Insufficient funds');
    await reads(page, 'Your card has insufficient funds.');
    await payWith('Succeeds');
    await reads(page, '🎉 Payment successful!', '0 of 100,000 tokens');
  });

  it('leads to the payment of the Professional plan after the first sign-in of somebody who chose it', async () => {
    await enter(page, test.origin, {});
    await page.goto(`${test.origin}/register?plan=professional`);
    for (const [label, text] of [
      ['First name', 'Rosa'],
      ['Last name', 'Marsh'],
      ['Email', 'rosa@example.org'],
      ['Password', 'a right password'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page
      .locator('form')
      .getByRole('button', { name: /Start|Create|Register|Sign up/i })
      .click();
    await reads(page, 'Check Your Email');
    const letter = await eventually(
      async () => (await test.letters()).findLast(({ to }) => to === 'rosa@example.org'),
      'the verification mail',
    );
    await page.goto(letter.link!.href.replace(/^https?:\/\/[^/]+/, test.origin));
    await page.waitForURL('**/sandbox/checkout/**');
    await reads(page, 'Professional');
    await page.goBack();
    await reads(page, 'Plan Selection', 'Choose Your Plan');
  });

  it('says what failed', async () => {
    const member = await join('executive');
    await answers(page, '/stripe/default/create-payment-intent', { status: 500 });
    await visit(member, '/asset/upload');
    await button(/1M tokens/).click();
    await reads(page, 'Failed to initiate payment.');
    await test.world.database.kysely
      .updateTable('users')
      .set({ subscription_status: 'active' })
      .where('id', '=', member.session.id)
      .execute();
    await answers(page, '/stripe/default/cancel-subscription', { status: 502, body: { error: 'The bank sleeps.' } });
    await page.goto(`${test.origin}/asset/plan`);
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await reads(page, 'Failed to cancel subscription. The bank sleeps.');
    await page.unrouteAll();
  });
});
