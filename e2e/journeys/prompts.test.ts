// full: questions on the page of a video; prompts.test.ts and model-outline.test.ts of the server hold the rules
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it, after } from 'node:test';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openOnStage, openOnServer } from '../journey.ts';
import { answers } from '../held-answers.ts';
import { good, goodTitles } from '@lectern/server/test/language/model-outlines';
import { type ModelServer, openModelServer } from '@lectern/server/test/language/model-server';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';

describe('prompts and questions on the page of a video', () => {
  const { stage, page, visitAs } = openOnStage();
  let video: VideoDetail;
  before(async () => {
    video = await fetchAsset(stage.people.member, stage.webinar);
    await visitAs(stage.people.member, `/asset/${stage.webinar}`);
  });

  const open = async (item: string): Promise<void> => {
    if (item === 'AI search') return await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'Panel settings' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const openOfChapter = async (number: number, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for chapter ${number}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

  it('shows the prompt for quotes, edits it with its count, and gives edits up on Cancel', async () => {
    await open('Prompt for quotes');
    const modal = dialog('Chapter-specific Quotations Base Prompt');
    await waitForTexts(modal, /ideally 15 to 50 words/);
    await expect(modal.getByLabel('Quotes per chapter')).toBeDisabled();
    await assertAccessible(page, 'the prompt for quotes');
    await button('Edit').click();
    await modal.getByLabel('Prompt').fill('abc');
    await expect(button('Save')).toBeDisabled();
    await button('Cancel').click();
    await waitForTexts(modal, /ideally 15 to 50 words/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('By keyboard alone');
    await expect(modal.getByLabel('Prompt')).toHaveValue('By keyboard alone');
    await modal.getByLabel('Prompt').fill('Numbers first.');
    await modal.getByLabel('Quotes per chapter').selectOption('Two quotes');
    await button('Save').click();
    await waitForTexts(page, 'Updated custom prompt successfully');
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    const { custom_prompt, quote_ct } = await stage.people.member.call(promptRoutes.settings, {
      userId: stage.people.member.session.id,
    });
    assert.deepEqual([custom_prompt, quote_ct], ['Numbers first.', 2]);
  });

  it('saves the base search prompt, and says when that fails', async () => {
    await open('Base search prompt');
    const modal = dialog('Base search prompt');
    await waitForTexts(modal, /combining chapter-specific quotes and the overall video summary/);
    await button('Edit').click();
    await modal.getByLabel('Prompt').fill('Be brief.');
    await answers(page, '/muxupload/update-base-search-prompt', { status: 500 });
    await button('Save').click();
    await waitForTexts(modal, 'Error updating base search prompt');
    await page.unrouteAll();
    await button('Save').click();
    await waitForTexts(page, 'Updated search base prompt successfully');
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  });

  it('answers a question with moments that play', async () => {
    const word = /\b[a-z]{6,}\b/.exec(video.chapters.at(-1)!.quote[0]!.quote)![0];
    await open('AI search');
    const modal = dialog('AI search');
    await modal.getByLabel('Your question').fill(`What about ${word}?`);
    await button('Ask').click();
    await waitForTexts(
      modal,
      'AI Search Results Below',
      'Message sent',
      'System message',
      'User message',
      'Final answer',
    );
    await waitForTexts(modal, /The built-in engine quotes passages of .*; it does not write its own answers\./);
    await expect(modal).not.toHaveText(/extractive/i, { useInnerText: true });
    for (const [name, text] of [
      ['Message sent', /^Be brief\.\s+What about/],
      ['System message', 'Be brief.'],
    ] as const) {
      await modal.getByText(name, { exact: true }).click();
      await modal.getByText(text, { exact: true }).filter({ visible: true }).waitFor();
      await modal.getByText(name, { exact: true }).click();
    }
    const heading = modal.getByRole('heading', { name: 'AI Search Results Below' });
    const [head, body] = [(await heading.boundingBox())!, (await modal.boundingBox())!];
    const isInSight = head.y >= body.y && head.y + head.height <= body.y + body.height;
    assert.ok(isInSight, 'what was found is brought into sight');
    const moment = (await modal
      .getByRole('button', { name: /^Play from/ })
      .first()
      .boundingBox())!;
    assert.ok(moment.y + moment.height <= body.y + body.height, 'and so is the answer, with the messages folded');
    await assertAccessible(page, 'the answer of a search');
    await modal
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click();
    await modal.waitFor({ state: 'detached' });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  });

  it('keeps a question until it is asked or taken away, apart for each chapter', async () => {
    const modal = dialog('AI search');
    const field = modal.getByLabel('Your question');
    const leave = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'detached' });
      await page.reload();
    };
    await open('AI search');
    await field.fill('What of the customers, in half a');
    await leave();
    await openOfChapter(1, 'Ask this chapter');
    await expect(field).toHaveValue('');
    await field.fill('What of this chapter');
    await page.mouse.click(5, 5);
    await modal.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    await expect(page.getByText('You have unsaved changes here.'), 'a question changes nothing').toHaveCount(0);
    await openOfChapter(1, 'Ask this chapter');
    await expect(field).toHaveValue('What of this chapter');
    await field.fill('');
    await leave();
    await openOfChapter(1, 'Ask this chapter');
    await expect(field, 'taken away by a person').toHaveValue('');
    await leave();
    await open('AI search');
    await expect(field).toHaveValue('What of the customers, in half a');
    await button('Ask').click();
    await waitForTexts(modal, 'AI Search Results Below');
    await leave();
    await open('AI search');
    await expect(field, 'it was asked').toHaveValue('');
    await leave();
  });

  it('chooses the quotes of a chapter by a prompt of its own', async () => {
    const word = /\b[a-z]{6,}\b/.exec(video.chapters[0]!.quote[0]!.quote)![0];
    await openOfChapter(1, 'Custom prompt');
    const modal = dialog('Custom prompt');
    await modal.getByLabel('Prompt').fill('Zanzibar elephants');
    await button('Choose quotes').click();
    await waitForTexts(modal, 'No passage with these words was found in this chapter. Please try other words.');
    await modal.getByLabel('Prompt').fill(`Quotes about ${word}`);
    await button('Choose quotes').click();
    await modal.waitFor({ state: 'detached' });
    await waitForTexts(page, 'Updated custom search prompt successfully');
    const { chapters } = await fetchAsset(stage.people.member, stage.webinar);
    assert.match(chapters[0]!.quote[0]!.quote.toLowerCase(), new RegExp(word.slice(0, 5)));
  });

  it('wants more than three characters everywhere', async () => {
    for (const [item, label, act] of [
      ['AI search', 'Your question', 'Ask'],
      ['Base search prompt', 'Prompt', 'Save'],
      ['Prompt for quotes', 'Prompt', 'Save'],
    ] as const) {
      await page.reload();
      await open(item);
      if (act === 'Save') await button('Edit').click();
      const field = page.getByRole('dialog').getByLabel(label);
      await field.fill('abc');
      await expect(button(act), item).toBeDisabled();
      await field.fill('abcd');
      await expect(button(act), item).toBeEnabled();
    }
    await page.reload();
  });

  it('asks one chapter, which keeps the answer', async () => {
    await openOfChapter(1, 'Ask this chapter');
    const modal = dialog('AI search');
    await modal.getByLabel('Your question').fill('The main insights');
    await button('Ask').click();
    await waitForTexts(modal, 'AI Search Results Below');
    await waitForTexts(page, 'Updated custom search summary prompt successfully');
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    await waitForTexts(page, 'Answer of the last AI search');
  });
});

/** Covers what members see while a language model works or is down; a fault server replaces the model. */
describe('a video written by a language model', () => {
  let model: ModelServer;
  before(async () => void (model = await openModelServer((asked) => ({ answer: good(asked) }))));
  const { server, page, visitAs } = openOnServer({
    get env() {
      return { LANGUAGE_ENGINE: 'openai-compatible', LANGUAGE_MODEL: 'model-of-tests', LANGUAGE_BASE_URL: model.url };
    },
  });
  let member: TestMember;
  let id: string;
  before(async () => {
    member = await signUp(server.origin, server.letters);
    id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    await waitUntilProcessed(member, id);
    await visitAs(member, `/asset/${id}`);
  });

  after(() => model?.close());

  const chapter = (name: string) =>
    page.getByRole('region', { name: 'Chapters and transcript' }).getByText(name, { exact: true });

  it('says when the model did not answer, and lets the member try again', async () => {
    model.react = () => ({ status: 503, headers: { 'retry-after-ms': '5' } });
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    await waitUntilProcessed(member, id);
    await page.reload();
    const note =
      'Written by the built-in engine because the language model did not answer. Choose ReChapter to try again.';
    await waitForTexts(page, note);
    await assertAccessible(page, 'the note on a model that did not answer');
    await expect(chapter(goodTitles[1]!)).toHaveCount(0);
    model.react = (asked) => ({ answer: good(asked) });
    await page.getByRole('button', { name: 'ReChapter' }).click();
    const agreement = page.getByRole('alertdialog');
    await waitForTexts(agreement, /It takes about [\d,]+ tokens of the [\d,]+ you have left\./);
    await assertAccessible(page, 'the cost of new chapters');
    await agreement.getByRole('button', { name: 'Regenerate' }).click();
    await chapter(goodTitles[1]!).first().waitFor();
    await page.getByText(note).waitFor({ state: 'detached' });
  });
});
