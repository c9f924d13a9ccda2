/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp } from '@lectern/server/test/member';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { answers } from '../edge.ts';
import { expect } from '../expect.ts';
import { enter } from '../stage.ts';

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

/** Playwright keeps no page that is left: here it is not left at all, and shown again as a browser tells of it. */
describe('a page that the browser kept while another one was seen', () => {
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  before(async () => {
    server = await openTestWorld({ open: openPagesPlace });
    browser = await openBrowser();
    page = browser.context.pages()[0]!;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const isShownAgain = (persisted: boolean): Promise<unknown> =>
    page.evaluate((persisted) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted })), persisted);

  it('leads to the payment again, when it was left for it', async () => {
    const { session } = await signUp(server.origin, server.letters, {});
    await enter(page, server.origin, { session });
    await page.goto(`${server.origin}/asset/plan`);
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
    await page.unrouteAll();
    await leave();
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByRole('button', { name: /^Subscribe/ }).waitFor();
  });

  it('tells what became of the payment, and begins no second one, when it was left while paying', async () => {
    const { session } = await signUp(server.origin, server.letters, {});
    await enter(page, server.origin, { session });
    await page.goto(`${server.origin}/asset/upload`);
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
    await page.unrouteAll();
  });
});
