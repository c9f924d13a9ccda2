// full: a server that goes and comes; slow-answers.test.ts holds answers back
/// <reference lib="dom" />
import { describe, it } from 'node:test';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { watching } from '../watching.ts';

/** A server that is gone for a while, as during an update: nobody has to load a page again. */
describe('a server that is away', () => {
  const watch = watching();
  const note = () => watch.page.getByText(/^The server cannot be reached\. What you see/);
  /** Nothing it would have answered comes, nor what else is named. */
  const goes = (also = /^$/) =>
    watch.page.route(
      ({ pathname }) => pathname.startsWith('/api/') || pathname === '/healthz' || also.test(pathname),
      (route) => route.abort(),
    );
  const comes = () => watch.page.unrouteAll({ behavior: 'wait' });

  it('reports the missing server and reloads by itself, when the server is back', async () => {
    await watch.open();
    const { page } = watch;
    for (const [name, empty] of [
      ['Statistics', 'Nothing was watched in this period'],
      ['Glossary', 'No terms yet'],
    ] as const) {
      await goes();
      await page.getByRole('navigation').getByRole('link', { name }).first().click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await waitForTexts(page, 'The server cannot be reached.');
      await note().waitFor();
      await comes();
      await page.getByText(empty).first().waitFor();
      await note().waitFor({ state: 'detached' });
    }
  });

  it('reports the lost connection on a page without content, when the browser is offline', async () => {
    await watch.open();
    const { page } = watch;
    const nothing = page.getByText('Not loaded yet, opens when you are back.');
    const open = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();
    // The page itself is not there.
    await page.context().setOffline(true);
    await open('Plan Selection');
    await nothing.waitFor();
    await assertAccessible(page, 'a page that has not come');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Plan Selection', level: 1 }).waitFor();
    // The page is there, and nothing it shows.
    await goes();
    await open('Glossary');
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await open('Plan Selection');
    await page.context().setOffline(true);
    await comes();
    await open('Glossary');
    await nothing.waitFor();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('No terms yet').waitFor();
    await expect(nothing).toHaveCount(0);
  });

  it('does not keep a draft from being offered where it was written', async () => {
    await watch.open();
    const { page } = watch;
    const offer = page.getByRole('group', { name: 'Unsaved title of chapter 1' });
    const fetched = page.waitForRequest(/\/assets\/draft-offer-/);
    await page.getByRole('button', { name: 'Edit title of chapter 1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit title of chapter 1' }).fill('Half a title');
    await fetched;
    await page.route(/\/assets\/draft-offer-|\/healthz$/, (route) => route.abort());
    await page.reload();
    await waitForTexts(page, 'You have unsaved changes here. You will find each one where you wrote it:');
    await note().waitFor();
    await expect(offer).toHaveCount(0);
    await comes();
    await offer.waitFor();
    await offer.getByRole('button', { name: 'Discard' }).click();
  });
});
