import { describe, it } from 'node:test';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { fillFields } from '../places.ts';
import { openOnServer } from '../journey.ts';
import assert from 'node:assert/strict';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { answers } from '../held-answers.ts';
import { changeMember } from '../stage.ts';

const checkout = '/stripe/default/create-checkout-session';

/** Where the page of the bank is opened, nothing is answered here any more. */
const fakeStripe = `
  const element = Object.fromEntries(['mount', 'on', 'off', 'update', 'destroy'].map((name) => [name, () => element]));
  const elements = { create: () => element, getElement: () => element, update: () => undefined };
  const never = () => new Promise(() => undefined);
  globalThis.Stripe = () => ({
    elements: () => elements,
    createToken: never,
    createPaymentMethod: never,
    confirmCardPayment: never,
    confirmPayment: never,
  });`;

/** From the trial to paying and back, as a member does it, with the sandbox for a bank. */
describe('plans and payments, as a member meets them', () => {
  const { server: test, page, visit, visitAs } = openOnServer({}, { asksOthers: true });

  const join = (plan?: 'executive') => signUp(test.origin, test.letters, plan ? { plan } : {});
  const expire = (member: TestMember) => changeMember(test, member, { membership_end: new Date(Date.now() - 1000) });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const payWith = async (card: string): Promise<void> => {
    await button(card).click();
    await button(/^(Subscribe|Pay)/).click();
  };
  const current = () => page.getByRole('region', { name: 'Current Plan' });

  it('leads from the Executive trial through a declined card to a paid plan', async () => {
    await visitAs(await join('executive'), '/asset/plan');
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
    await expect(page.getByRole('alertdialog', { name: 'Cancel your subscription?' }).getByRole('button')).toHaveText([
      'Keep Subscription',
      'Cancel Subscription',
    ]);
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
    await visit('/asset/plan');
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
    await visitAs(free, '/asset/view');
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
    await visitAs(await join('executive'), '/asset/upload');
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
      await visitAs({}, '/register?plan=professional');
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

    const verified = () => waitForTexts(page, 'Your email has been verified. You will now be logged in automatically.');
    const isLedOnce = async (): Promise<void> => {
      await page.waitForURL('**/sandbox/checkout/**');
      await waitForTexts(page, 'Professional Plan', '$14.00');
      await visit('/asset/view');
      await waitForTexts(page, 'Your first webinar belongs here');
      assert.equal(new URL(page.url()).pathname, '/asset/view');
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
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await visit('/asset/view');
      await waitForTexts(page, 'Your first webinar belongs here');
    });

    itInFullRun('a link of before, which named the plan, leads there too', async () => {
      await page.goto(`${await register('link@example.org')}&plan=professional`);
      await verified();
      await isLedOnce();
    });

    itInFullRun('the first sign-in leads there where the link was opened elsewhere', async () => {
      const link = new URL(await register('phone@example.org'));
      await test.call(accountRoutes.verify, { token: link.searchParams.get('token')! });
      await visit('/login');
      await fillFields(page, { Email: 'phone@example.org', Password: 'a right password' });
      await button('Sign In').click();
      await isLedOnce();
    });

    itInFullRun('the next visit leads there where the tab was closed before', async () => {
      await page.goto(await register('tab@example.org'));
      await verified();
      await visit('/asset/view');
      await isLedOnce();
    });

    itInFullRun('ignores the stored plan choice, when the payment was opened on another device', async () => {
      const link = new URL(await register('two@example.org'));
      const session = await test.call(accountRoutes.verify, { token: link.searchParams.get('token')! });
      await test.as(session.token)(accountRoutes.dismissWantedPlan, {});
      await visitAs({ session }, '/asset/view');
      await waitForTexts(page, 'Your first webinar belongs here');
      assert.equal(new URL(page.url()).pathname, '/asset/view');
    });
  });

  itInFullRun('says what failed', async () => {
    const member = await join('executive');
    await answers(page, '/stripe/default/create-payment-intent', { status: 500 });
    await visitAs(member, '/asset/upload');
    await button(/1M tokens/).click();
    await waitForTexts(page, 'Failed to initiate payment.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Stripe's own script cannot be reached from here.
    await page.route('**/api/basic/plans', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { data: { ...data, payments: 'stripe', publishableKey: 'pk_test_1' } } });
    });
    for (const attempt of [
      () => visitAs(member, '/asset/upload').then(() => button(/1M tokens/).click()),
      () => button('Try again').click(),
    ]) {
      const asked = page.waitForRequest('https://js.stripe.com/**');
      await attempt();
      await asked;
      await page.getByRole('dialog').getByText('Failed to initiate payment.').waitFor();
    }
    await changeMember(test, member, { subscription_status: 'active' });
    await answers(page, '/stripe/default/cancel-subscription', { status: 502, body: { error: 'The bank sleeps.' } });
    await visit('/asset/plan');
    await button('Cancel Subscription').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await waitForTexts(page, 'Failed to cancel subscription. The bank sleeps.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  /** Playwright keeps no page that is left: here it is not left at all, and shown again as a browser tells of it. */
  describe('a page that the browser kept while another one was seen', () => {
    const isShownAgain = (persisted: boolean): Promise<unknown> =>
      page.evaluate((persisted) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted })), persisted);

    it('leads to the payment again, when it was left for it', async () => {
      await visitAs(await join(), '/asset/plan');
      // An address that is no other page.
      await answers(page, checkout, { status: 200, body: { url: '#left' } });
      const choose = page.getByRole('button', { name: 'Choose Professional Plan' });
      const leave = async (): Promise<void> => {
        await choose.click();
        const question = page.getByRole('alertdialog');
        await question.getByRole('button', { name: 'Go to payment' }).click();
      };
      await leave();
      await page.waitForURL('**#left');
      await expect(choose).toHaveAttribute('aria-disabled', 'true');
      await isShownAgain(false);
      await expect(choose).toHaveAttribute('aria-disabled', 'true');
      const asked = page.waitForResponse((answer) => answer.url().includes('/api/'));
      await isShownAgain(true);
      // The page asks the server again, because its content may have changed meanwhile.
      await asked;
      await expect(choose).not.toHaveAttribute('aria-disabled', 'true');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await leave();
      await page.waitForURL('**/sandbox/checkout/**');
      await page.getByRole('button', { name: /^Subscribe/ }).waitFor();
    });

    it('tells what became of the payment, and begins no second one, when it was left while paying', async () => {
      await visitAs(await join(), '/asset/upload');
      const begun: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/create-payment-intent')) begun.push(request.url());
      });
      await page.getByRole('button', { name: /50K tokens/ }).click();
      const dialog = page.getByRole('dialog', { name: /^50K tokens/ });
      const pay = dialog.getByRole('button', { name: /^Pay/ });
      await pay.waitFor();
      const told: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/intent-payment-update')) told.push(request.postDataJSON().paymentStatus);
      });
      const asked = page.waitForResponse((answer) => answer.url().includes('/api/'));
      await isShownAgain(true);
      await asked;
      assert.deepEqual(told, [], 'nobody was at a bank');
      await dialog.getByRole('button', { name: 'Close' }).click();
      begun.length = 0;
      await page.route('**/api/basic/plans', async (route) => {
        const { data } = (await (await route.fetch()).json()) as { data: object };
        await route.fulfill({ json: { data: { ...data, payments: 'stripe', publishableKey: 'pk_test_1' } } });
      });
      await page.addInitScript(fakeStripe);
      await page.reload();
      await page.getByRole('button', { name: /50K tokens/ }).click();
      const leavePaying = async (): Promise<void> => {
        await pay.click();
        await dialog.getByRole('button', { name: 'Processing' }).waitFor();
        await isShownAgain(true);
      };
      await leavePaying();
      await dialog.getByText('This payment is not finished. Nothing was charged.').waitFor();
      await expect(pay).toBeEnabled();
      await answers(page, '/stripe/default/intent-payment-update', {
        status: 200,
        body: { payment: 'succeeded', msg: 'The payment is recorded.' },
      });
      await leavePaying();
      await dialog.getByText('🎉 Payment successful!').waitFor();
      assert.deepEqual(told, ['failed', 'failed']);
      await expect(pay).toHaveCount(0);
      assert.equal(begun.length, 1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
});
