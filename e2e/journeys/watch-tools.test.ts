/// <reference lib="dom" />
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { itInFullRun } from '@lectern/server/test/rare';
import { fetchAsset } from '@lectern/server/test/upload';
import { expect, waitForTexts } from '../expect.ts';
import { canPlay, pause, seek, waitForPlayerTime, watching } from '../watching.ts';

/** Covers watch page actions without dragging: border, tools, links and keys. */
describe('the tools of the watch page', () => {
  const { stage, page, open } = watching();
  let video: VideoDetail;
  before(async () => {
    video = await fetchAsset(stage.people.member, stage.webinar);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const focusedIs = (label: string): Promise<unknown> =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, label);

  describe('the border between recording and chapters', () => {
    /** Waits until the panel has this share, in percent. */
    const becomes = (percent: number): Promise<unknown> =>
      page.waitForFunction((wanted) => {
        const panel = document.querySelector('[aria-label="Chapters and transcript"]')!.getBoundingClientRect();
        const whole = document.querySelector('[data-group]')!.getBoundingClientRect();
        return Math.abs((panel.width / whole.width) * 100 - wanted) <= 1;
      }, percent);

    const choose = async (entry: string): Promise<void> => {
      await button('Panel settings').click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };

    itInFullRun(
      'stands at a quarter, moves by its menu and by keys between a quarter and a half, and is remembered',
      async () => {
        await open();
        await becomes(25);
        await choose('Narrower panel');
        await becomes(25);
        await choose('Wider panel');
        await becomes(30);
        await page.getByRole('separator', { name: 'Width of the chapter panel' }).focus();
        await page.keyboard.press('Home');
        await becomes(50);
        await choose('Wider panel');
        await becomes(50);
        await page.reload();
        await canPlay(page);
        await becomes(50);
        await page.getByRole('separator').focus();
        await page.keyboard.press('End');
        await becomes(25);
      },
    );

    itInFullRun('keeps the panel readable in a small window and stores only the width a user chose', async () => {
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('watch')));
      const panel = page.getByRole('region', { name: 'Chapters and transcript' });
      const isReadable = (): Promise<unknown> =>
        page.waitForFunction((wanted) => {
          const { width } = document.querySelector('[aria-label="Chapters and transcript"]')!.getBoundingClientRect();
          return Math.abs(width - wanted) <= 1;
        }, 320);
      await open({ width: 768 });
      await isReadable();
      assert.deepEqual(await kept(), []);
      await page.setViewportSize({ width: 1440, height: 900 });
      await becomes(25);
      assert.deepEqual(await kept(), []);
      await choose('Narrower panel');
      assert.equal((await kept()).length, 1);
      await page.setViewportSize({ width: 768, height: 900 });
      await isReadable();
      await page.reload();
      await panel.waitFor();
      await isReadable();
    });
  });

  describe('the clip tool', () => {
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const cut = () => button('Cut clip');
    const handle = (name: string) => page.getByRole('slider', { name });

    itInFullRun('takes its part by the keys of two handles', async () => {
      await open();
      await seek(page, 60);
      await button('Clip').click();
      await expect(field('Start')).toHaveValue('00:01:00');
      await expect(field('End')).toHaveValue('00:01:30');
      await handle('Start of the clip').focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key);
      await expect(field('Start')).toHaveValue('00:00:49');
      await handle('End of the clip').focus();
      await page.keyboard.press('PageUp');
      await expect(field('End')).toHaveValue('00:01:40');
      await page.keyboard.press('End');
      await expect(field('End')).toHaveValue('00:03:00');
      await handle('Start of the clip').focus();
      await page.keyboard.press('Home');
      await expect(field('Start')).toHaveValue('00:00:00');
      await expect(handle('End of the clip')).toHaveAttribute('aria-valuetext', '3 minutes');
      await seek(page, 20);
      await button('Use the current time as Start').click();
      await expect(field('Start')).toHaveValue('00:00:20');
    });

    itInFullRun(
      'sets clip handles to a tenth of a second in a one-minute strip and shows the words heard',
      async () => {
        await open();
        await seek(page, 60);
        await button('Clip').click();
        const [start, end] = [handle('Exact start'), handle('Exact end')];
        const placeOf = async (of: typeof start) => (await of.boundingBox())!.x;
        assert.ok(
          (await placeOf(end)) - (await placeOf(start)) > 80,
          'the ends are far enough from each other to be taken',
        );
        await start.focus();
        for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key);
        await expect(field('Start')).toHaveValue('00:00:59.2');
        await expect(start).toHaveAttribute('aria-valuetext', '59.2 seconds');
        // The recording shows where the clip begins.
        await waitForPlayerTime(page, 59.2);
        const before = await field('End').inputValue();
        const box = (await end.boundingBox())!;
        await page.mouse.move(box.x + 12, box.y + 10);
        await page.mouse.down();
        await page.mouse.move(box.x + 60, box.y + 10, { steps: 4 });
        await page.mouse.up();
        await expect(field('End')).not.toHaveValue(before);
        await waitForTexts(page.getByRole('group', { name: 'Cut a clip' }), 'In it:');
        // A long one has a strip for each of its ends.
        await field('End').fill('00:03:00');
        await field('Start').fill('00:00:00');
        for (const name of ['Around the start', 'Around the end'])
          await page.getByRole('group', { name }).getByRole('slider').waitFor();
      },
    );

    itInFullRun('keeps digits and colons of what is typed, and puts the colons in', async () => {
      await field('Start').fill('');
      await field('Start').pressSequentially('0a0-1230999');
      await expect(field('Start')).toHaveValue('00:12:30');
      await field('Start').press('.');
      await field('Start').pressSequentially('25x0');
      await expect(field('Start')).toHaveValue('00:12:30.250');
    });

    it('enables the clip tool only for a valid time range, and explains why otherwise', async () => {
      await open();
      await button('Clip').click();
      for (const [timeIn, timeOut, reason] of [
        ['00:00', '00:00:20', 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
        ['00:00:60', '00:01:20', 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
        ['00:00:20', '00:00:20', 'timeIn must be earlier than timeOut.'],
        ['00:00:30', '00:00:20', 'timeIn must be earlier than timeOut.'],
        ['00:00:20', '00:03:01', `timeOut must be earlier than video duration(${Math.floor(video.duration)}s).`],
      ] as const) {
        await field('Start').fill(timeIn);
        await field('End').fill(timeOut);
        await waitForTexts(page.getByRole('group', { name: 'Cut a clip' }), reason);
        await expect(cut(), reason).toBeDisabled();
      }
      await field('End').fill('00:03:00');
      await expect(cut(), 'an end equal to the duration').toBeEnabled();
      await field('Start').fill('00:02:58.5');
      await expect(cut(), 'a fraction').toBeEnabled();
      await waitForTexts(page.getByRole('group', { name: 'Cut a clip' }), '00:01.5 long');
    });

    it('creates a clip by Enter, when the time range is valid', async () => {
      const context = page.context();
      const pages = context.pages().length;
      await field('Start').fill('00:00');
      await field('Start').press('Enter');
      assert.equal(context.pages().length, pages);
      await field('Start').fill('00:02:58.5');
      const opened = context.waitForEvent('page');
      await field('End').press('Enter');
      const clip = await opened;
      await clip.waitForURL(/\/asset\/video-cut\?.*timein=00%3A02%3A58\.5/);
      await clip.close();
    });
  });

  itInFullRun('takes screenshots only of a time there is', async () => {
    await open();
    await button('Screenshot').click();
    const tool = page.getByRole('group', { name: 'Take a screenshot' });
    for (const [time, reason] of [
      ['00:00', 'time must be valid times in HH:MM:SS format.'],
      ['00:61:00', 'time must be valid times in HH:MM:SS format.'],
      ['00:03:01', `time must be earlier than video duration(${Math.floor(video.duration)}s).`],
    ] as const) {
      await tool.getByLabel('Time', { exact: true }).fill(time);
      await waitForTexts(tool, reason);
      await expect(button('Take screenshot')).toBeDisabled();
    }
    await tool.getByLabel('Time', { exact: true }).press('Enter');
    await tool.getByLabel('Time', { exact: true }).fill('00:02:59');
    await expect(button('Take screenshot')).toBeEnabled();
    const asked = page.waitForRequest('**/screenshot**');
    await tool.getByLabel('Time', { exact: true }).press('Enter');
    assert.match((await asked).postData() ?? '', /00:02:59/);
  });

  describe('moments', () => {
    itInFullRun('gives every chapter, quote and moment a link that begins there', async () => {
      await open();
      const second = video.chapters[1]!;
      await button('Actions for chapter 2').click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await waitForTexts(page, `Link to ${second.start} copied.`);
      const address = `${stage.origin}/asset/${stage.webinar}`;
      const toChapter = await clipboard();
      assert.equal(toChapter, `${address}${buildStartTimeQuery(second.start_seconds)}`);
      await expect(page.getByRole('link', { name: `Play from ${second.start}` })).toHaveAttribute(
        'href',
        buildStartTimeQuery(second.start_seconds),
      );
      await button('Copy link to quote 1 of chapter 1').click();
      assert.match(await clipboard(), /\?t=[\d.]+$/);
      await seek(page, 42);
      await button('Share').click();
      await button('Copy link to this moment').click();
      await waitForTexts(page, 'Link to 00:00:42 copied.', 'Only you can open it');
      assert.match(await clipboard(), /\?t=42(\.\d+)?$/);
      await page.goto(toChapter);
      await canPlay(page);
      await waitForPlayerTime(page, second.start_seconds, 0.1);
      // The chapter that was meant, not the one before it.
      await page
        .getByRole('slider', { name: 'Time line' })
        .and(page.locator(`[aria-valuetext$="chapter ${second.title}"]`))
        .waitFor();
    });

    it('plays a quote from two seconds before its words, and marks it while they are said', async () => {
      await open();
      const chapter = video.chapters.findIndex(({ quote }) => quote[0]!.start! > 10);
      const { start } = video.chapters[chapter]!.quote[0]!;
      const begins = Math.max(video.chapters[chapter]!.start_seconds, start! - 2);
      const expand = button(`Expand chapter ${chapter + 1}`);
      if ((await expand.count()) > 0) await expand.click();
      const play = page.getByRole('link', { name: `Play quote 1 of chapter ${chapter + 1}, from` });
      await play.click();
      await waitForPlayerTime(page, begins, 1.5);
      await page.waitForFunction(
        (label) =>
          document.querySelector(`a[aria-label^="${label}"]`)?.closest('li')?.getAttribute('aria-current') === 'true',
        `Play quote 1 of chapter ${chapter + 1}`,
      );
      await pause(page);
      await seek(page, Math.max(0, begins - 5));
      await page.waitForFunction(
        (label) => !document.querySelector(`a[aria-label^="${label}"]`)?.closest('li')?.hasAttribute('aria-current'),
        `Play quote 1 of chapter ${chapter + 1}`,
      );
    });
  });

  itInFullRun('seeks by keys, and ignores them while the user types or has switched them off', async () => {
    await open();
    await pause(page);
    const press = async (key: string, at: number): Promise<void> => {
      await page.keyboard.press(key);
      await waitForPlayerTime(page, at, 0.3);
    };
    await seek(page, 60);
    await waitForPlayerTime(page, 60, 0.1);
    await press('l', 70);
    await press('j', 60);
    await press('ArrowRight', 63);
    await press('ArrowLeft', 60);
    await press('5', 90);
    await press('0', 0);
    await press('n', video.chapters[1]!.start_seconds);
    await press('p', video.chapters[0]!.start_seconds);
    const muted = () => page.evaluate(() => document.querySelector('video')!.muted);
    const before = await muted();
    await page.keyboard.press('m');
    assert.notEqual(await muted(), before);
    await page.keyboard.press('/');
    const field = page.getByRole('textbox', { name: 'Search in transcript' });
    await field.pressSequentially('m5');
    await expect(field).toHaveValue('m5');
    assert.notEqual(await muted(), before, 'a letter that is typed is no command');
    await page.keyboard.press('Escape');
    await page
      .locator('main')
      .first()
      .click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    assert.notEqual(await muted(), before, 'switched off');
  });

  describe('the texts of a chapter', () => {
    const saves = async (): Promise<() => number> => {
      let count = 0;
      page.on('request', (request) => (count += request.method() === 'PATCH' ? 1 : 0));
      return () => count;
    };

    it('edits chapter texts by double-click and saves each once', async () => {
      await open();
      const count = await saves();
      const { title, summary, quote } = video.chapters[0]!;
      for (const [label, text, next] of [
        ['title of chapter 1', title, 'A title of my own'],
        ['summary of chapter 1', summary, 'A summary of my own.'],
        ['quote 1 of chapter 1', quote[0]!.quote, 'Words of my own, said by nobody.'],
      ] as const) {
        await page
          .getByRole('region', { name: 'Chapters and transcript' })
          .getByText(text, { exact: true })
          .first()
          .dblclick();
        await page.getByRole('textbox', { name: `Edit ${label}` }).fill(next);
        await page.getByRole('heading', { level: 2 }).first().click();
        await waitForTexts(page, `Saved the ${label}.`);
      }
      assert.equal(count(), 3);
      const [first] = (await fetchAsset(stage.people.member, stage.webinar)).chapters;
      assert.deepEqual(
        [first!.title, first!.summary, first!.quote[0]!.quote],
        ['A title of my own', 'A summary of my own.', 'Words of my own, said by nobody.'],
      );
    });

    itInFullRun('sends no unchanged chapter texts and requires more than three characters', async () => {
      await open();
      const count = await saves();
      for (const label of ['summary of chapter 1', 'quote 1 of chapter 1']) {
        await button(`Edit ${label}`).click();
        await page.getByRole('textbox', { name: `Edit ${label}` }).fill('abc');
        await page.keyboard.press('ControlOrMeta+Enter');
        await waitForTexts(page.getByRole('alert'), 'Please enter at least 4 characters.');
        await page.keyboard.press('Escape');
        await focusedIs(`Edit ${label}`);
      }
      await button('Edit title of chapter 1').click();
      await page.keyboard.press('Enter');
      await focusedIs('Edit title of chapter 1');
      assert.equal(count(), 0);
    });
  });
});
