/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { ListedVideo } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { eventually } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { fetchAsset } from '@lectern/server/test/upload';
import { expect, waitForTexts } from '../expect.ts';
import { search } from '../places.ts';
import { enter } from '../stage.ts';
import { openOnStage } from '../journey.ts';

describe('the library and its search', () => {
  const { stage, page, context, visit } = openOnStage();
  before(async () => {
    // A stage is copied from one that may be an hour old by now.
    const { kysely } = stage.server.world.database;
    await kysely.updateTable('videos').set({ created_at: new Date() }).where('id', '=', stage.webinar).execute();
    await enter(page, stage.origin, stage.people.member);
  });

  const card = () => page.getByRole('article').first();
  const webinar = () => fetchAsset(stage.people.member, stage.webinar);
  /** How often the page saved something since this was called. */
  const countSaves = (): (() => number) => {
    let saves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves += 1;
    });
    return () => saves;
  };

  itInFullRun('shows the whole picture of a recording beside its texts', async () => {
    await visit('/asset/view');
    const picture = (await card().locator('img').boundingBox())!;
    const texts = (await card().getByRole('heading').boundingBox())!;
    assert.ok(texts.x >= picture.x + picture.width, 'the texts stand beside it');
    assert.ok(
      Math.abs(picture.width / picture.height - 16 / 9) < 0.02,
      `a picture of ${picture.width} × ${picture.height} cuts slides`,
    );
  });

  it('shows a library card with picture, title, description, duration, age and menu', async () => {
    await visit('/asset/view');
    const video = await webinar();
    const picture = card().getByRole('link').first();
    await expect(picture).toHaveAttribute('href', `/asset/${video.uploadId}`);
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0) > 0);
    await card().getByRole('heading', { name: video.title }).waitFor();
    await waitForTexts(card(), video.description, '03:00', /^\d+ (s|min) ago$/);
    await card().getByRole('button', { name: 'Video actions' }).click();
    // A menu that has focus is wholly there.
    await page.locator('[role=menu]:focus-within').waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    for (const item of ['ReChapter', 'Download Video', 'Download Transcript', 'Delete'])
      assert.ok(items.includes(item), `${item} is in the menu: ${items.join()}`);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  itInFullRun('counts how long ago a recording came, while one looks', async () => {
    await using other = await context.newPage();
    await other.clock.install();
    await other.goto(`${stage.origin}/asset/view`);
    const age = other.getByText(/ (\d+ (s|min)) ago$/).first();
    await age.waitFor();
    const before = await age.textContent();
    await other.clock.fastForward(hour);
    await other
      .getByText(/ 1 h ago$/)
      .first()
      .waitFor();
    assert.doesNotMatch(before!, /\d(s|min)\b/);
  });

  itInFullRun('shows two library columns from 768 pixels on, and one below', async () => {
    const hasColumns = (wanted: number, width: number) =>
      page.waitForFunction(
        ([wanted, width]) => {
          const list = document.querySelector('article')?.closest('ul');
          return (
            innerWidth === width && list && getComputedStyle(list).gridTemplateColumns.split(' ').length === wanted
          );
        },
        [wanted, width] as const,
      );
    for (const [width, columns] of [
      [768, 2],
      [767, 1],
      [1440, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await hasColumns(columns, width);
    }
  });

  itInFullRun('offers a missing summary, and asks before writing it', async () => {
    const { database } = stage.server.world;
    const { summary } = await webinar();
    await database.kysely.updateTable('videos').set({ summary: '' }).execute();
    await visit('/asset/view');
    await card().getByRole('button', { name: 'Generate summary' }).click();
    const dialog = page.getByRole('alertdialog', {
      name: 'Are you sure you want to generate summary for this item?',
    });
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await page.getByText('The summary is being written.', { exact: true }).waitFor();
    await database.kysely.updateTable('videos').set({ summary }).execute();
  });

  describe('editing in place', () => {
    const title = () => card().getByRole('heading', { level: 2 });
    const editor = () => page.getByRole('textbox', { name: 'Edit title' });

    it('begins with a double-click, saves once on leaving, shows it, and can be undone', async () => {
      await visit('/asset/view');
      const before = await title().textContent();
      const saves = countSaves();
      await title().dblclick();
      await editor().fill('By a double-click');
      await page.getByRole('heading', { level: 1 }).click();
      await waitForTexts(card(), 'By a double-click', 'Saved');
      assert.equal((await webinar()).title, 'By a double-click');
      assert.equal(saves(), 1, 'one save for one edit');
      await page.getByRole('button', { name: 'Undo' }).click();
      await waitForTexts(page, 'Change undone.');
      assert.equal((await webinar()).title, before);
    });

    itInFullRun('begins with its button, and by keyboard alone', async () => {
      await card().getByRole('button', { name: 'Edit title' }).click();
      await editor().fill('By its button');
      await page.keyboard.press('Enter');
      await title().filter({ hasText: 'By its button' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit title');
      await page.keyboard.press('F2');
      await editor().fill('By keyboard');
      await page.keyboard.press('Enter');
      await title().filter({ hasText: 'By keyboard' }).waitFor();
      await page.reload();
      await title().filter({ hasText: 'By keyboard' }).waitFor();
    });

    itInFullRun('saves what is written while the text before it is still being saved, after it', async () => {
      const held = Promise.withResolvers<void>();
      const sent: string[] = [];
      await page.route('**/api/muxupload/save', async (route) => {
        sent.push((route.request().postDataJSON() as { title: string }).title);
        if (sent.length === 1) await held.promise;
        await route.continue();
      });
      for (const text of ['Written first', 'By keyboard']) {
        await card().getByRole('button', { name: 'Edit title' }).click();
        await editor().fill(text);
        await page.keyboard.press('Enter');
      }
      assert.deepEqual(sent, ['Written first']);
      held.resolve();
      await title().filter({ hasText: 'By keyboard' }).waitFor();
      await eventually(
        async () => (await webinar()).title === 'By keyboard' || undefined,
        'the later text to be saved',
      );
      await page.unroute('**/api/muxupload/save');
      assert.deepEqual(sent, ['Written first', 'By keyboard']);
      // The first save loses its message, because undoing it would discard the later text.
      await expect(page.getByText('Saved the title.')).toHaveCount(1);
    });

    it('keeps what was typed when it could not be saved, and says so', async () => {
      await page.route('**/api/muxupload/save', (route) => route.fulfill({ status: 500, json: { msg: 'Not now.' } }));
      await title().dblclick();
      await editor().fill('Not to be lost');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Not now.').waitFor();
      await expect(editor()).toHaveValue('Not to be lost');
      await page.unroute('**/api/muxupload/save');
      await page.keyboard.press('Escape');
    });
  });

  it('says what is not processed yet, and polls the newest every second until it has its picture', async () => {
    const { vtt: _vtt, chapters: _chapters, ...video } = await webinar();
    const fresh: ListedVideo = {
      ...video,
      description: '',
      thumbnail: null,
      progress: 0.1,
      steps: video.steps.map((step) => ({ ...step, state: step.step === 'inspect' ? 'running' : 'waiting' })),
      chapter_starts: [],
    };
    let asked = 0;
    await page.route('**/api/muxvideos?*', (route) => route.fulfill({ json: { data: [fresh] } }));
    await page.route('**/api/muxvideos/asset/*', (route) => {
      asked += 1;
      return asked < 3
        ? route.fulfill({ json: { data: { ...fresh, chapters: [], vtt: '' } } })
        : route.fulfill({ json: { data: { ...video, chapters: [], description: 'Processed now.' } } });
    });
    await visit('/asset/view');
    await waitForTexts(card(), 'Processing not completed, please wait.');
    await waitForTexts(card(), 'Processed now.');
    await expect(card().locator('img'), 'the newest card has taken the place of the first entry').toHaveCount(1);
    assert.equal(asked, 3, 'and the polling has ended');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  describe('the search', () => {
    itInFullRun('wants more than one character', async () => {
      await visit('/asset/view');
      await search(page, 'a');
      await page.getByRole('heading', { level: 1 }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    it('begins with Enter, highlights the passage, and names its chapter and time', async () => {
      await visit('/asset/view');
      await search(page, 'FOUR different spreadsheets');
      const result = page.getByRole('dialog').getByRole('link').first();
      await expect(result.locator('mark').first()).toHaveText('four different spreadsheets');
      await waitForTexts(result, /^Transcript/, /00:00:3\d/);
      await expect(result).toHaveAttribute(
        'href',
        /^\/asset\/[0-9a-f-]{36}\?t=3\d(\.\d+)?&q=FOUR%20different%20spreadsheets$/,
      );
    });

    itInFullRun('clears the keyword when its results are closed', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect(page.getByRole('searchbox')).toHaveValue('');
    });

    itInFullRun('begins also on leaving the field', async () => {
      await page.getByRole('searchbox').fill('spreadsheets');
      await page.keyboard.press('Tab');
      await page.getByRole('dialog', { name: 'Results for “spreadsheets”' }).waitFor();
    });

    itInFullRun('says that there is no connection, and goes on by itself when there is one', async () => {
      await visit('/asset/view');
      const results = page.getByRole('dialog');
      const ahead = page.waitForResponse(/\/assets\/search-results-[\w-]{8}\.js$/);
      await page.getByRole('searchbox').focus();
      await (await ahead).finished();
      await context.setOffline(true);
      await search(page, 'four different');
      await waitForTexts(
        results,
        'The server cannot be reached. This continues automatically when it can be reached again.',
      );
      await context.setOffline(false);
      await waitForTexts(results, 'One video matches.');
    });
  });
});

describe('a library of more than a hundred recordings', () => {
  const { stage, page, visit } = openOnStage();
  const cards = () => page.getByRole('article');

  before(async () => {
    await enter(page, stage.origin, stage.people.member);
    const { id } = stage.people.member.session;
    const made = Array.from({ length: 150 }, (_, n) => ({
      id: randomUUID(),
      workspace_id: id,
      title: `Talk ${n + 1}`,
      asset_id: randomUUID(),
      playback_id: randomUUID(),
      created_at: new Date(Date.now() - (n + 1) * hour),
    }));
    await stage.server.world.database.kysely.insertInto('videos').values(made).execute();
  });

  it('shows older ones by a button and by keyboard, keeps them in the address, and finds the oldest', async () => {
    await visit('/asset/view');
    await expect(cards()).toHaveCount(100);
    await waitForTexts(page, 'The newest 100 recordings');
    await page.getByRole('button', { name: 'Show older recordings' }).focus();
    await page.keyboard.press('Enter');
    await expect(cards()).toHaveCount(151);
    await page.waitForFunction(() => document.activeElement?.closest('article')?.textContent?.includes('Talk 100'));
    await expect(page.getByRole('button', { name: 'Show older recordings' })).toHaveCount(0);
    await waitForTexts(page, '151 recordings');
    await page.reload();
    await expect(cards()).toHaveCount(151);
    await search(page, 'Talk 150');
    await waitForTexts(page.getByRole('dialog'), 'One video matches.');
  });
});
