/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { itInFullRun } from '@lectern/server/test/rare';
import { fetchAsset, waitUntilProcessed } from '@lectern/server/test/upload';
import { expect, waitForTexts } from '../expect.ts';
import { pause, watching } from '../watching.ts';
import { answers } from '../held-answers.ts';

/** Correcting what the transcript says, and who says it, on the page of a video. */
describe('a transcript that is corrected', () => {
  const { stage, page, open } = watching();
  const said = async () => webvttCues((await fetchAsset(stage.people.member, stage.webinar)).vtt);
  const words = /^Before our last launch we interviewed thirty/;
  const line = (name: string | RegExp = words) => page.getByRole('link', { name });
  const editor = () => page.getByRole('textbox', { name: 'Edit line at 00:00:21' });
  const changed = 'Before our last launch we interviewed forty pilots in two weeks.';
  const original = 'Before our last launch we interviewed thirty customers in two weeks.';
  const toast = (text: string) => page.getByLabel('Notifications').getByText(text);
  const undo = () => page.getByLabel('Notifications').getByRole('button', { name: 'Undo' });

  /** Counts what is sent to change the transcript. */
  const sent = (): string[] => {
    const found: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().includes('/transcript/')) found.push(request.url());
    });
    return found;
  };

  it('edits a cue by double-click, saves once, updates every place, and undoes the edit', async () => {
    await open({ tab: 'Transcript' });
    const calls = sent();
    await page.keyboard.press('c');
    await line().dblclick();
    assert.equal(
      await page.evaluate(() => document.querySelector('video')!.paused),
      true,
      'a double-click plays nothing',
    );
    await expect(editor()).toHaveValue(original);
    await editor().fill(changed);
    await page.keyboard.press('Enter');
    await line(changed).waitFor();
    await toast('Saved the line at 00:00:21.').waitFor();
    // The captions over the picture too.
    await page.waitForFunction(
      (text) =>
        [...(document.querySelector('video')?.textTracks ?? [])].some(
          (track) =>
            // The page draws them: the browser only says which words it is time for.
            track.mode === 'hidden' && [...(track.cues ?? [])].some((cue) => (cue as VTTCue).text.includes(text)),
        ),
      changed,
    );
    assert.equal((await said())[5]?.text, changed);
    assert.equal(calls.length, 1);
    await waitForTexts(page, 'The transcript changed. ReChapter to write chapters from it.');
    await undo().click();
    await line(original).waitFor();
    await toast('Change undone.').waitFor();
    assert.equal((await said())[5]?.text, original);
    await page.getByText('The transcript changed.').waitFor({ state: 'detached' });
  });

  itInFullRun('edits a cue by its button and by keyboard alone, and cancels with Escape', async () => {
    await open({ tab: 'Transcript' });
    await line().click();
    await pause(page);
    await page.getByRole('button', { name: 'Edit line at 00:00:21' }).click();
    await editor().fill('Never mind.');
    await page.keyboard.press('Escape');
    await line(original).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-line') === '5');

    await page.keyboard.press('F2');
    await editor().waitFor();
    // Typed keys affect only the editor: they neither move to the previous cue nor control the player.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('k ');
    await expect(editor()).toHaveValue(`k ${original}`);
    await editor().fill(changed);
    await page.keyboard.press('Enter');
    await line(changed).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-line') === '5');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-line') === '6');
    await undo().click();
    await line(original).waitFor();
  });

  it('shows the current cue and asks the later tab to decide, when two tabs edit one cue', async () => {
    await open({ tab: 'Transcript' });
    await line().dblclick();
    await editor().fill('Mine, typed while another tab saved.');
    const [, , , , , cue] = await said();
    await stage.people.member.call(transcriptRoutes.editCue, {
      passthrough: stage.webinar,
      n: 5,
      start: cue!.start,
      before: cue!.text,
      text: 'Theirs.',
    });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('It now reads: “Theirs.”').waitFor();
    await expect(editor()).toHaveValue('Mine, typed while another tab saved.');
    assert.equal((await said())[5]?.text, 'Theirs.');
    await page.keyboard.press('Enter');
    await line('Mine, typed while another tab saved.').waitFor();
    assert.equal((await said())[5]?.text, 'Mine, typed while another tab saved.');
    await undo().click();
    await line('Theirs.').waitFor();
  });

  itInFullRun('while new chapters take the place of those around it: what was typed is saved', async () => {
    const assets = '**/api/muxvideos/asset/*';
    const before = (await said())[5]!.text;
    // As the page has it while chapters are being written: asked for again every second.
    await page.route(assets, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: VideoDetail };
      const chapters = data.chapters.map((chapter) => ({ ...chapter, id: chapter.id.replace(/^.{8}/, '00000000') }));
      const steps = data.steps.map((step) => (step.step === 'chapters' ? { ...step, state: 'running' } : step));
      await route.fulfill({ response, json: { data: { ...data, chapters, steps } } });
    });
    await open({ tab: 'Transcript' });
    await line(before).dblclick();
    await editor().fill('Typed while chapters were written.');
    await page.unrouteAll({ behavior: 'wait' });
    await toast('Saved the line at 00:00:21.').waitFor();
    assert.equal((await said())[5]?.text, 'Typed while chapters were written.');
    await undo().click();
    await toast('Change undone.').waitFor();
    assert.equal((await said())[5]?.text, before);

    await page.route('**/api/muxvideos/transcript/cue', (route) => route.abort('connectionfailed'));
    await open({ tab: 'Transcript' });
    await line(before).dblclick();
    await editor().fill('Typed for nobody?');
    await page.evaluate(() => {
      history.pushState({}, '', '/asset/view');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await toast('“Typed for nobody?” was not saved. The server cannot be reached.').waitFor();
    await page.unroute('**/api/muxvideos/transcript/cue');
  });

  it('the name of a speaker, everywhere, and back', async () => {
    await open({ tab: 'Transcript' });
    const names = async () => [...new Set((await said()).map(({ speaker }) => speaker))];
    const turns = await page.locator('strong', { hasText: 'Tom Reyes' }).count();
    assert.ok(turns > 3);
    await page.locator('strong', { hasText: 'Tom Reyes' }).first().dblclick();
    await page.getByRole('textbox', { name: 'Edit name of Tom Reyes' }).fill('Tomás Reyes');
    await page.keyboard.press('Enter');
    await page
      .locator('strong', { hasText: 'Tomás Reyes' })
      .nth(turns - 1)
      .waitFor();
    assert.deepEqual(await names(), ['Grace Holt', 'Tomás Reyes']);
    await undo().click();
    await page.locator('strong', { hasText: 'Tom Reyes' }).first().waitFor();
    assert.deepEqual(await names(), ['Grace Holt', 'Tom Reyes']);
  });

  itInFullRun('the names of all speakers in a dialog, even changed for each other', async () => {
    await open({ tab: 'Transcript' });
    const before = (await said()).map(({ speaker }) => speaker);
    await page.getByRole('button', { name: 'Speakers' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Speakers' });
    await dialog.getByLabel('Name of Grace Holt').fill('Tom Reyes');
    await dialog.getByLabel('Name of Tom Reyes').fill('Grace Holt');
    await page.keyboard.press('Enter');
    await toast('Saved the names of the speakers.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await said()).map(({ speaker }) => speaker),
      before.map((name) => (name === 'Tom Reyes' ? 'Grace Holt' : 'Tom Reyes')),
    );
    await undo().click();
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('strong')].find(({ textContent }) => textContent)?.textContent === 'Grace Holt',
    );
    assert.deepEqual(
      (await said()).map(({ speaker }) => speaker),
      before,
    );
  });

  it('the names that are written stay, when a link of their dialog is pressed, until it is agreed', async () => {
    await answers(page, '/muxvideos/transcript/speakers', {
      status: 200,
      body: { data: [{ name: 'Grace Holt', recordings: 2 }] },
    });
    await open({ tab: 'Transcript' });
    const dialog = page.getByRole('dialog', { name: 'Speakers' });
    const name = dialog.getByLabel('Name of Grace Holt');
    const glossary = dialog.getByRole('link', { name: 'Glossary' });
    const question = page.getByRole('alertdialog', { name: 'Discard what you wrote?' });
    // The second time it is known from the beginning that there are others.
    for (const time of ['first', 'second']) {
      await page.getByRole('button', { name: 'Speakers' }).click();
      await glossary.waitFor();
      await expect(name, `the ${time} time`).toBeFocused();
      if (time === 'first') await page.keyboard.press('Escape');
    }
    await name.fill('Grace Hopper');
    await glossary.click();
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await question.waitFor({ state: 'detached' });
    await expect(name).toHaveValue('Grace Hopper');
    await glossary.press('Enter');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/asset/glossary');
    await page.unrouteAll();
  });

  it('leads to new chapters, written from what it says now', async () => {
    await open({ tab: 'Transcript' });
    await page.getByRole('button', { name: 'ReChapter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText('The transcript changed.').waitFor({ state: 'detached' });
    const made = await waitUntilProcessed(stage.people.member, stage.webinar);
    assert.equal(made.chapters_outdated, false);

    await page.getByRole('button', { name: 'What changed' }).click();
    await waitForTexts(page.getByRole('dialog', { name: 'What changed' }), /^Chapters: |^Nothing: /);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForTexts(page, 'The previous chapters are back.');
  });

  it('offers what was being written a month ago, and nothing older', async () => {
    await open();
    await page.evaluate(
      ([account, of]) => {
        const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;
        for (const [label, days] of [
          ['title of chapter 1', 29],
          ['summary of chapter 1', 31],
        ] as const)
          localStorage.setItem(
            `lectern.draft.${account}.${of}.${label}`,
            JSON.stringify({ text: 'Half a text', from: '', at: daysAgo(days) }),
          );
      },
      [stage.people.member.session.id, stage.webinar] as const,
    );
    await page.reload();
    await page.getByRole('group', { name: 'Unsaved title of chapter 1' }).waitFor();
    await expect(page.getByRole('group', { name: /^Unsaved/ })).toHaveCount(1);
  });
});
