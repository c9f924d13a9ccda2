// full: every kind of download and every state of the clip page; downloads.test.ts of the server reads them, main-job.test.ts cuts a clip
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
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

/** The page that cuts a clip and downloads it, in the tab that the clip tool opens. */
describe('the clip page', () => {
  const { stage, page, visitAs } = openOnStage();
  const downloads = /\/download\//;
  const cuts = '**/api/muxupload/video-cut';

  const address = (change: Record<string, string | undefined> = {}): string => {
    const query = {
      passthrough: stage.webinar,
      timein: '00:00:10',
      timeout: '00:00:12',
      start: String(Date.now() + 300_000),
      ...change,
    };
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `/asset/video-cut?${new URLSearchParams(given)}`;
  };
  const visit = (change?: Record<string, string | undefined>) => visitAs(stage.people.member, address(change));

  it('refuses an address without its parameters', async () => {
    for (const name of ['passthrough', 'timein', 'timeout']) {
      await visit({ [name]: undefined });
      await waitForTexts(page.getByRole('alert'), 'there are missing parameters');
    }
  });

  it('refuses a link that is too old, or whose age cannot be known', async () => {
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/video-cut') ? 1 : 0));
    for (const start of [String(Date.now() - 300_001), 'abc', undefined]) {
      await visit({ start });
      await waitForTexts(page.getByRole('alert'), 'This link is not available to cutting video.');
    }
    assert.equal(asked, 0, 'nothing is cut');
  });

  it('cuts, downloads, and lets a network that goes down come back', async () => {
    let drops = 0;
    await page.route(downloads, (route) => ((drops += 1) === 1 ? route.abort() : route.continue()));
    const downloaded = page.waitForEvent('download');
    await visit();
    await waitForTexts(
      page,
      'Created clip successful. It may take a moment before it starts to download.',
      'Cutting your clip …',
    );
    assert.match((await downloaded).suggestedFilename(), /\.mp4$/);
    await waitForTexts(page, '✅ Your edited video has downloaded successfully.');
    assert.ok(drops > 1);
    await page.unroute(downloads);
  });

  it('shows the clip, and gives it out again under a name of one’s own without asking the server', async () => {
    await page.route(downloads, (route) => route.abort());
    await page.waitForFunction(() => {
      const clip = document.querySelector<HTMLVideoElement>('video[aria-label="Your clip"]');
      return clip && Math.abs(clip.duration - 2) < 0.3;
    });
    await page.getByLabel('File name').fill('What a talk');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download again' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'What a talk.mp4');
    await page.unroute(downloads);
  });

  it('makes a link with which others can watch it', async () => {
    await page.getByRole('button', { name: 'Share clip' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const shows = dialog.getByLabel('What it shows');
    assert.equal(
      await shows.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label),
      'Clip, 00:10–00:12',
    );
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Clip, 00:10–00:12' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(downloads, 0);
  });

  it('says what is heard, and cuts another clip after its end was moved by a tenth of a second', async () => {
    await waitForTexts(page, 'In it:');
    const again = page.getByRole('button', { name: 'Cut this clip' });
    await expect(again).toBeDisabled();
    await page.getByRole('slider', { name: 'Exact end' }).press('ArrowRight');
    await again.click();
    await waitForTexts(page, '00:00:10 to 00:00:12.1', 'Cutting your clip …');
    await waitForTexts(page, '✅ Your edited video has downloaded successfully.');
  });

  it('shows the server’s reason, or its own words, and tries again where that may help', async () => {
    await page.route(cuts, (route) => route.fulfill({ status: 500, json: { msg: 'The disk is full.' } }));
    await visit();
    await waitForTexts(page.getByRole('alert'), 'The disk is full.');
    await page.unroute(cuts);
    await page.route(cuts, (route) => route.fulfill({ status: 500, body: 'nonsense' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForTexts(page.getByRole('alert'), 'Error to cut video');
    await page.unroute(cuts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForTexts(page, '✅ Your edited video has downloaded successfully.');
    await visit({ timein: '00:00:20', timeout: '00:00:10' });
    await waitForTexts(page.getByRole('alert'), 'timeIn must be earlier than timeOut.');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await visit({ passthrough: randomUUID() });
    await waitForTexts(page.getByRole('alert'), 'This item does not exist, or it is not yours.');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
});
