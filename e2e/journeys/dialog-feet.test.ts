// full: the order of buttons in dialogs
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { enter, openStage, type Stage } from '../stage.ts';

/** Dialogs with a form, in a window in which the form is longer than the dialog. */
describe('the buttons of a form in a dialog', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  before(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser({ viewport: { width: 390, height: 600 } })]);
    page = browser.context.pages()[0]!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await enter(page, stage.origin, { session: stage.people.member.session });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Asserts that the element is fully visible and not covered. */
  const seen = async (what: Locator): Promise<void> => {
    await what.waitFor();
    const covered = await what.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].filter(
        (y) => y < 0 || y > innerHeight || !element.contains(document.elementFromPoint((left + right) / 2, y)),
      );
    });
    assert.deepEqual(covered, []);
  };
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

  it('stay in sight while a message is written', async () => {
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Send Feedback' }).click();
    const form = dialog('Send Feedback');
    const send = form.getByRole('button', { name: 'Send Feedback' });
    await seen(send);
    await form.getByLabel('Subject').fill('A wish');
    await form.getByLabel('Message (optional)').fill('One more line.\n'.repeat(30));
    await seen(send);
    await send.click();
    await page.getByText('Thank you').or(page.getByText('sent')).first().waitFor();
    await form.waitFor({ state: 'detached' });
  });

  it('stay in sight while a card is entered', async () => {
    await page.goto(`${stage.origin}/asset/upload`);
    await page.getByRole('button', { name: /50K tokens/ }).click();
    const form = dialog(/ for \$/);
    await seen(form.getByRole('button', { name: /^Pay \$/ }));
    await form.getByText('Asks for authentication').click();
    await form.getByRole('button', { name: /^Pay \$/ }).click();
    await form.getByRole('button', { name: 'Complete authentication' }).click();
    await seen(form.getByRole('button', { name: 'Done' }));
    await form.getByRole('button', { name: 'Done' }).click();
  });

  it('stay in sight while a link is made, which is brought into view', async () => {
    await page.goto(`${stage.origin}/asset/${stage.webinar}`);
    await page.getByRole('button', { name: 'Actions for chapter 1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Share chapter' }).click();
    const form = dialog('Share');
    const create = form.getByRole('button', { name: 'Create link' });
    await seen(create);
    await create.click();
    await seen(form.getByRole('region', { name: /^Link created/ }));
  });
});
