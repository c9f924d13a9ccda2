// full: every state of the clip page; main-job.test.ts cuts a clip
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect, waitForTexts } from '../expect.ts';
import { enter } from '../stage.ts';
import { watching } from '../watching.ts';

/** The page that cuts a clip and downloads it, in the tab that the clip tool opens. */
describe('the clip page', () => {
  const { stage, page } = watching();
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
    return `${stage.origin}/asset/video-cut?${new URLSearchParams(given)}`;
  };
  const visit = async (change?: Record<string, string | undefined>): Promise<void> => {
    await enter(page, stage.origin, { session: stage.people.member.session });
    await page.goto(address(change));
  };

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

  it('shows the server’s reason, or its own words, and tries again', async () => {
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
  });
});
