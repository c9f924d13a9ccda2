// full: every kind of download; downloads.test.ts of the server reads them all
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { enter } from '../stage.ts';
import { openOnStage } from '../journey.ts';

describe('what can be taken away', () => {
  const { stage, page, context, visit, visitAs } = openOnStage();

  const takes = async (button: string | RegExp): Promise<string> => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await downloading;
    assert.equal(await download.failure(), null);
    return download.suggestedFilename();
  };

  for (const [where, path] of [
    ['the library', () => '/asset/view'],
    ['the page of a video', () => `/asset/${stage.webinar}`],
  ] as const)
    it(`gives every text of a video from the menu in ${where}`, async () => {
      await visitAs(stage.people.member, path());
      await openMenuItem(page, 'More Downloads');
      const dialog = page.getByRole('dialog', { name: 'Download' });
      await dialog.getByText('For YouTube').waitFor();
      const names: string[] = [];
      for (const button of [
        /^WebVTT/,
        /^SubRip/,
        /^Word/,
        /^Markdown/,
        /^Plain text/,
        /^For YouTube/,
        /^Show notes/,
        /^JSON/,
      ])
        names.push(await takes(button));
      assert.deepEqual(
        names.map((name) => name.replace(/^.*?(?=( - [a-z ]+)?\.\w+$)/, '')),
        ['.vtt', '.srt', '.docx', '.md', '.txt', ' - chapters.txt', ' - show notes.md', ' - chapters.json'],
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('[aria-label="Video actions"]:focus').waitFor();
    });

  it('gives the recording and the transcript from the menu of a card', async () => {
    const { data: video } = await stage.people.member.call(videoRoutes.asset, { uploadId: stage.webinar });
    await visit(`/asset/view`);
    // It opens in a tab of its own, which the download closes again: what is in it is asked for once more.
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/download-link/')),
      context.waitForEvent('page'),
      openMenuItem(page, 'Download Video'),
    ]);
    const file = await fetch(((await answer.json()) as { url: string }).url);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; .*\.mp4/);
    const original = await readFile(join(import.meta.dirname, '../../sample/webinar.mp4'));
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(original));
    const [transcript] = await Promise.all([page.waitForEvent('download'), openMenuItem(page, 'Download Transcript')]);
    assert.match(transcript.suggestedFilename(), /\.vtt$/);
    assert.equal(await readFile(await transcript.path(), 'utf8'), video.vtt);
  });

  it('offers of a recording without a transcript what there is, and says why there is no more', async () => {
    const { newcomer, member } = stage.people;
    const silent = await uploadFile(newcomer, getSamplePath('short.mp4'), { title: 'Silent' });
    await waitUntilProcessed(newcomer, silent);
    await enter(page, stage.origin, { session: newcomer.session });
    for (const path of ['/asset/view', `/asset/${silent}`]) {
      await visit(path);
      await openMenuItem(page, 'More Downloads');
      const dialog = page.getByRole('dialog', { name: 'Download' });
      const group = (name: string) => dialog.getByRole('region', { name });
      await group('Transcript').getByText(problems.no_transcript.text).waitFor();
      await expect(group('Transcript').getByRole('button')).toHaveCount(0);
      await group('Chapters').getByText('There are no chapters yet.').waitFor();
      assert.deepEqual(
        (await group('Chapters').getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0]),
        ['Show notes', 'Slides'],
      );
      assert.match(await takes(/^Show notes/), / - show notes\.md$/);
    }
    await assertAccessible(page, 'the downloads of a recording without a transcript');
    await newcomer.call(videoRoutes.delete, { id: silent });
    await enter(page, stage.origin, { session: member.session });
  });

  it('exports everything from the dashboard, and says when it is there', async () => {
    await visit(`/asset/upload`);
    assert.match(await takes('Export everything'), /^Lectern export \d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('The export has been downloaded.').waitFor();
    await assertAccessible(page, 'the dashboard after an export');
  });

  it('brings an export into another account from its dashboard, and says why when it cannot', async () => {
    const { member, newcomer } = stage.people;
    await visit(`/asset/upload`);
    const choice = page.getByRole('checkbox', { name: 'With recordings and clips' });
    await page.getByText('The export has been downloaded.').waitFor();
    await choice.check();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export everything' }).click();
    const file = await (await downloading).path();
    const { data: original } = await member.call(videoRoutes.asset, { uploadId: stage.webinar });

    await visitAs(newcomer, `/asset/account`);
    const choose = async (chosen: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await (await choosing).setFiles(chosen);
    };
    await choose({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive at all') });
    await page
      .getByRole('alert')
      .filter({ hasText: 'This file is not a complete export. Please choose the ZIP file as it was downloaded.' })
      .waitFor();
    await assertAccessible(page, 'the account after an import that failed');
    await choose(file);
    await page.getByText('One video has been imported.').waitFor();
    await visit(`/asset/upload`);
    await page.getByRole('region', { name: 'Videos' }).getByText('1/2').waitFor();
    await visit(`/asset/account`);
    await page.getByText('One video has been imported.').waitFor();
    await choose(file);
    const there = `One video was skipped because it is already in your library: “${original.title}”.`;
    await page.getByText(`No video has been imported. ${there}`).waitFor();
    await assertAccessible(page, 'the account after an import of what is there already');
    await page.getByRole('checkbox', { name: 'Also videos that are already in your library' }).check();
    await choose(file);
    await page.getByText('One video has been imported.').waitFor();
    await visit(`/asset/upload`);
    await page.getByRole('region', { name: 'Videos' }).getByText('2/2').waitFor();
    await visit(`/asset/view`);
    await page.getByRole('link', { name: original.title }).first().click();
    for (const { title } of original.chapters) await page.getByText(title).first().waitFor();
  });
});
