// full: every state of the clip page; main-job.test.ts cuts a clip
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { enter } from '../stage.ts';
import { watching } from '../watching.ts';

/** The page that cuts a clip and downloads it, in the tab that the clip tool opens. */
describe('the clip page', () => {
  const watch = watching();
  const downloads = /\/download\//;
  const cuts = '**/api/muxupload/video-cut';

  const address = (change: Record<string, string | undefined> = {}): string => {
    const query = {
      passthrough: watch.stage.webinar,
      timein: '00:00:10',
      timeout: '00:00:12',
      start: String(Date.now() + 300_000),
      ...change,
    };
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `${watch.stage.origin}/asset/video-cut?${new URLSearchParams(given)}`;
  };
  const visit = async (change?: Record<string, string | undefined>): Promise<void> => {
    await enter(watch.page, watch.stage.origin, { session: watch.stage.people.member.session });
    await watch.page.goto(address(change));
  };

  it('refuses an address without its parameters', async () => {
    for (const name of ['passthrough', 'timein', 'timeout']) {
      await visit({ [name]: undefined });
      await waitForTexts(watch.page.getByRole('alert'), 'there are missing parameters');
    }
  });

  it('refuses a link that is too old, or whose age cannot be known', async () => {
    let asked = 0;
    watch.page.on('request', (request) => (asked += request.url().endsWith('/video-cut') ? 1 : 0));
    for (const start of [String(Date.now() - 300_001), 'abc', undefined]) {
      await visit({ start });
      await waitForTexts(watch.page.getByRole('alert'), 'This link is not available to cutting video.');
    }
    assert.equal(asked, 0, 'nothing is cut');
  });

  it('cuts, downloads, and lets a network that goes down come back', async () => {
    let drops = 0;
    await watch.page.route(downloads, (route) => ((drops += 1) === 1 ? route.abort() : route.continue()));
    const downloaded = watch.page.waitForEvent('download');
    await visit();
    await waitForTexts(
      watch.page,
      'Created clip successful. It may take a moment before it starts to download.',
      'Cutting your clip …',
    );
    assert.match((await downloaded).suggestedFilename(), /\.mp4$/);
    await waitForTexts(watch.page, '✅ Your edited video has downloaded successfully.');
    assert.ok(drops > 1);
    await watch.page.unroute(downloads);
  });

  it('shows the clip, and gives it out again under a name of one’s own without asking the server', async () => {
    await watch.page.route(downloads, (route) => route.abort());
    await watch.page.waitForFunction(() => {
      const clip = document.querySelector<HTMLVideoElement>('video[aria-label="Your clip"]');
      return clip && Math.abs(clip.duration - 2) < 0.3;
    });
    await watch.page.getByLabel('File name').fill('What a talk');
    const [download] = await Promise.all([
      watch.page.waitForEvent('download'),
      watch.page.getByRole('button', { name: 'Download again' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'What a talk.mp4');
    await watch.page.unroute(downloads);
  });

  it('makes a link with which others can watch it', async () => {
    await watch.page.getByRole('button', { name: 'Share clip' }).click();
    const dialog = watch.page.getByRole('dialog', { name: 'Share' });
    const shows = dialog.getByLabel('What it shows');
    assert.equal(
      await shows.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label),
      'Clip, 00:10–00:12',
    );
    let downloads = 0;
    watch.page.on('download', () => (downloads += 1));
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Clip, 00:10–00:12' }).waitFor();
    await watch.page.keyboard.press('Escape');
    assert.equal(downloads, 0);
  });

  it('says what is heard, and cuts another clip after its end was moved by a tenth of a second', async () => {
    await waitForTexts(watch.page, 'In it:');
    const again = watch.page.getByRole('button', { name: 'Cut this clip' });
    await expect(again).toBeDisabled();
    await watch.page.getByRole('slider', { name: 'Exact end' }).press('ArrowRight');
    await again.click();
    await waitForTexts(watch.page, '00:00:10 to 00:00:12.1', 'Cutting your clip …');
    await waitForTexts(watch.page, '✅ Your edited video has downloaded successfully.');
  });

  it('shows the server’s reason, or its own words, and tries again', async () => {
    await watch.page.route(cuts, (route) => route.fulfill({ status: 500, json: { msg: 'The disk is full.' } }));
    await visit();
    await waitForTexts(watch.page.getByRole('alert'), 'The disk is full.');
    await watch.page.unroute(cuts);
    await watch.page.route(cuts, (route) => route.fulfill({ status: 500, body: 'nonsense' }));
    await watch.page.getByRole('button', { name: 'Try again' }).click();
    await waitForTexts(watch.page.getByRole('alert'), 'Error to cut video');
    await watch.page.unroute(cuts);
    await watch.page.getByRole('button', { name: 'Try again' }).click();
    await waitForTexts(watch.page, '✅ Your edited video has downloaded successfully.');
    await visit({ timein: '00:00:20', timeout: '00:00:10' });
    await waitForTexts(watch.page.getByRole('alert'), 'timeIn must be earlier than timeOut.');
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
