// full: where the focus goes in every dialog; axe looks at each page
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { chooseTab, watching } from '../watching.ts';
import type { Locator } from 'playwright-core';

const short = join(import.meta.dirname, '../../sample/short.mp4');

/** Where the keyboard is, how far it has to go, and what is read out without being asked. */
describe('the focus', () => {
  const { stage, page, visitAs, open } = watching({ long: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.id ?? at?.tagName ?? '';
    });
  /** Counts Tab stops and empty status regions waiting for announcements. */
  const counted = () =>
    page.evaluate(() => {
      const may = 'a[href], button, input, select, textarea, summary, [tabindex]';
      const stops = [...document.querySelectorAll<HTMLElement>(may)].filter(
        (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
      );
      return { stops: stops.length, waiting: document.querySelectorAll('[role=status]:empty').length };
    });

  /** Asserts that an element is in sight as a whole, with nothing over it. */
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

  it('goes to the first empty field of a sign-in, which says that it is empty', async () => {
    await visitAs({}, '/login');
    const email = page.getByLabel('Email', { exact: true });
    const password = page.getByLabel('Password', { exact: true });
    await button('Sign In').click();
    await page.getByText('Please fill in all fields.').waitFor();
    assert.deepEqual(
      [await email.getAttribute('aria-invalid'), await password.getAttribute('aria-invalid'), await focused()],
      ['true', 'true', await email.getAttribute('id')],
    );
    await page.keyboard.type('grace@example.org');
    await button('Sign In').click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
    await expect(email).not.toHaveAttribute('aria-invalid');
  });

  it('goes into the clip tool that opens before its button, and back with it', async () => {
    await open();
    await button('Clip').focus();
    await page.keyboard.press('Enter');
    const tool = page.getByRole('group', { name: 'Cut a clip' });
    await tool.waitFor();
    const { y, height } = (await tool.boundingBox())!;
    const end = page.viewportSize()!.height;
    assert.ok(y + height <= end + 1, `all of it is in sight: it ends at ${y + height} of ${end}`);
    assert.equal(await page.evaluate(() => document.activeElement === document.querySelector('fieldset input')), true);
    await button('Close Cut a clip').click();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Clip');
  });

  it('keeps few Tab stops and moves within each by arrow keys, when all chapters are open', async () => {
    // More quotes than an engine chooses: the first lines of each chapter.
    await stage.server.world.database.pool.query(
      `update chapters set quotes = (select jsonb_agg(jsonb_build_object('quote', said.text, 'start', said.start_s,
         'timecode', to_char(make_interval(secs => floor(said.start_s)), 'HH24:MI:SS'), 'cues', jsonb_build_array(position, position)) order by position)
         from (select * from cues where cues.video_id = chapters.video_id
           and cues.start_s >= chapters.start_s and cues.end_s <= chapters.end_s order by cues.position limit 3) said)
       where video_id = $1`,
      [stage.webinar],
    );
    await open();
    await button('Expand all').click();
    // The button answers ahead of what it opens.
    await page.locator('[data-quote]').nth(19).waitFor();
    const quotes = await page.locator('[data-quote]').count();
    const { stops, waiting } = await counted();
    // Each chapter, quote and summary has one stop; the moments of a summary are links within its text and do not
    // count.
    const moments = await page.getByRole('link', { name: /^\d+:\d\d(?::\d\d)?$/ }).count();
    assert.ok(quotes >= 20 && stops - moments < 84, `${stops} stops with ${quotes} quotes and ${moments} moments`);
    assert.ok(waiting < 8, `${waiting} places wait for words`);

    await page.getByRole('link', { name: 'Play from 00:00:00' }).focus();
    for (const [key, at] of [
      ['ArrowRight', 'Actions for chapter 1'],
      ['ArrowRight', 'Collapse chapter 1'],
      ['ArrowRight', 'Edit title of chapter 1'],
      ['ArrowRight', 'Play from 00:00:00'],
      ['End', 'Edit title of chapter 1'],
      ['Tab', 'Edit summary of chapter 1'],
      ['Tab', 'Edit quote 1 of chapter 1'],
      ['Tab', 'Edit quote 2 of chapter 1'],
      ['End', 'Clip quote 2 of chapter 1'],
      ['Tab', 'Edit quote 3 of chapter 1'],
      // One comes back to where one was.
      ['Shift+Tab', 'Clip quote 2 of chapter 1'],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await focused(), at, key);
    }
    assert.equal(await page.evaluate(() => document.querySelector('video')!.currentTime), 0, 'arrows do not seek here');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.type('My own words of this quote.');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('Notifications').getByText('Saved the quote 2 of chapter 1.').waitFor();
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Edit quote 2 of chapter 1',
    );
    await chooseTab(page, 'Quotes');
    assert.ok((await counted()).stops < 70);
    await assertAccessible(page, 'quotes as toolbars');
  });

  /** Besides the webinar, and listed before it. */
  const another = async (): Promise<void> => {
    const { member } = stage.people;
    await waitUntilProcessed(member, await uploadFile(member, short, { title: 'Release notes somebody reads' }));
  };

  it('stays with who has gone on meanwhile when a card goes', async () => {
    await another();
    await open();
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').nth(1).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/muxvideos/delete/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/muxvideos/delete/*');
    await openMenuItem(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await asked;
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const box = page.getByRole('searchbox', { name: 'Search your videos' });
    await box.click();
    await page.keyboard.type('quarterly ');
    held.resolve();
    await page.getByLabel('Notifications').getByText('Deleted “Release notes somebody reads”.').waitFor();
    await page.getByRole('article').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.type('numbers');
    await expect(box).toHaveValue('quarterly numbers');
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('goes to the next card when one is deleted, and to the page when none is left', async () => {
    await another();
    await open();
    await page.goto(`${stage.origin}/asset/view`);
    await page.getByRole('article').nth(1).waitFor();
    const remaining = await page.getByRole('article').nth(1).getAttribute('aria-label');
    for (const at of [new RegExp(`^Open ${remaining}, 48:00$`), /^main$/]) {
      await openMenuItem(page, 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForFunction((wanted) => {
        const { activeElement: now } = document;
        return new RegExp(wanted).test(now?.getAttribute('aria-label') ?? now?.id ?? '');
      }, at.source);
    }
  });

  it('finds the buttons of a long form in sight, and so are its complaints', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitAs({ admin: stage.administrator }, '/admin/users');
    await button('Edit grace@example.org').click();
    const dialog = page.getByRole('dialog', { name: 'Edit User Information' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const inSight = async (what: typeof save): Promise<void> => {
      const { y, height } = (await what.boundingBox())!;
      const frame = (await dialog.boundingBox())!;
      assert.ok(y >= frame.y && y + height <= Math.min(900, frame.y + frame.height), `at ${y} of ${frame.height}`);
    };
    await inSight(save);
    await dialog.getByLabel('Custom prompt').scrollIntoViewIfNeeded();
    await inSight(save);
    await dialog.getByLabel('First name').fill('');
    await dialog.getByLabel('Custom prompt').scrollIntoViewIfNeeded();
    await save.click();
    const complaint = dialog.getByText('Please fill in all fields.');
    await complaint.waitFor();
    await inSight(complaint);
    // The same mistake once more: the same words, and again one sees and hears them.
    const alert = await dialog.getByRole('alert').elementHandle();
    await dialog.getByLabel('Custom prompt').scrollIntoViewIfNeeded();
    await save.click();
    await page.waitForFunction((before) => !before!.isConnected, alert);
    await inSight(complaint);
    await dialog.getByLabel('First name').fill('Grace');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Data update successfully').waitFor();
  });

  it('comes to every part of a dialog at 400 % zoom, and each is seen as a whole', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await visitAs({ admin: stage.administrator }, '/admin/users?q=grace');
    await button('Edit grace@example.org').click();
    const form = page.getByRole('dialog', { name: 'Edit User Information' });
    /** Where one comes to by Tab, the browser scrolls it in. */
    const reached = async (part: Locator): Promise<void> => {
      await part.focus();
      await seen(part);
    };
    await reached(form.getByLabel('First name'));
    await reached(form.getByLabel('Membership end'));
    await reached(form.getByRole('button', { name: 'Save' }));
    await reached(form.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await button('Delete grace@example.org').click();
    const question = page.getByRole('alertdialog');
    for (const name of ['Cancel', 'Delete']) await reached(question.getByRole('button', { name }));
  });
});
