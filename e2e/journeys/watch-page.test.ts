/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { hasRareTests, itInFullRun } from '@lectern/server/test/rare';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openMenuItem } from '../places.ts';
import { canPlay, chooseTab, play, seek, waitForPlayerTime, watching } from '../watching.ts';

const short = join(import.meta.dirname, '../../sample/short.mp4');

/** The watch page as it comes: where it begins, what it shows while there is more to come, and what happens to it. */
describe('the watch page', () => {
  const { stage, page, open } = watching();
  /** A recording without captions: its transcript waits for some. */
  let silent: string;
  before(async () => {
    if (!hasRareTests) return;
    silent = await uploadFile(stage.people.member, short, { title: 'Silent' });
    await waitUntilProcessed(stage.people.member, silent);
  });

  const visit = (path: string) => page.goto(`${stage.origin}${path}`);
  const asked = (id: string) =>
    page.waitForResponse((response) => response.url().endsWith(`/api/muxvideos/asset/${id}`));
  const assets = '**/api/muxvideos/asset/*';

  /** Changes what the server says of a video. */
  const answerWith = (change: (video: VideoDetail) => VideoDetail): Promise<unknown> =>
    page.route(assets, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: VideoDetail };
      await route.fulfill({ response, json: { data: change(data) } });
    });
  const running = (video: VideoDetail): VideoDetail => ({
    ...video,
    description: '',
    chapters: [],
    progress: 0.6,
    steps: video.steps.map((step) =>
      step.step === 'chapters' ? { ...step, state: 'running', progress: 0.25 } : { ...step, state: 'done' },
    ),
  });

  it('begins at the moment of its link, however the time is written', async () => {
    await open();
    for (const [search, seconds] of [
      ['?t=1m30s', 90],
      ['?t=00:01:30', 90],
      ['?t=75', 75],
    ] as const) {
      await visit(`/asset/${stage.webinar}${search}`);
      await canPlay(page);
      await waitForPlayerTime(page, seconds, 0.1);
    }
  });

  it('plays on where it was, when the playback id it plays by has ended', async () => {
    // A quick page has all of the recording before the key changes: what comes later waits for that.
    const changed = Promise.withResolvers<void>();
    await page.route(/segment-[1-9]\d+\.m4s/, async (route) => {
      await changed.promise;
      await route.continue();
    });
    await open();
    await play(page);
    await seek(page, 150);
    const refused = page.waitForResponse((reply) => /segment-\d+\.m4s/.test(reply.url()) && reply.status() === 404);
    // As when its weeks are over: what was signed before opens nothing.
    stage.server.world.signingKey = randomBytes(32);
    changed.resolve();
    await refused;
    await page.waitForFunction(() => {
      const { currentTime, paused } = document.querySelector('video')!;
      return currentTime > 151 && !paused;
    });
    await expect(page.getByText('The recording could not be played.')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('shows every step and what was said while the chapters are being written', async () => {
    await answerWith(running);
    await open();
    const steps = page.getByRole('region', { name: 'Processing' });
    await waitForTexts(
      steps,
      'An unprocessed video may need a few minutes.',
      'Inspecting the recording',
      'Making it playable',
      'Reading the transcript',
      'Writing chapters, summary and quotes',
      '25%',
      '60%',
    );
    await waitForTexts(page, 'Processing not completed, please wait.');
    await waitForTexts(
      page.getByRole('group', { name: 'Transcript' }),
      /We interviewed thirty customers|interviewed thirty/,
    );
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('heading', { level: 3 }).nth(1).waitFor();
    await steps.waitFor({ state: 'detached' });
    // Once there are chapters, the first one is selected.
    const selected = page.locator('[data-current-chapter]');
    await selected.getByRole('heading', { level: 3 }).waitFor();
    await expect(selected.getByRole('button', { name: 'Collapse chapter 1' })).toHaveCount(1);
  });

  itInFullRun('says of a finished video what is written again, and makes the page no taller by it', async () => {
    await answerWith((video) => ({ ...running(video), chapters: video.chapters }));
    await open({ height: 500 });
    const steps = page.getByRole('region', { name: 'Processing' });
    await steps.getByRole('progressbar').waitFor();
    const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.equal(whole, seen);
    await waitForTexts(steps, 'Writing new chapters', 'Writing chapters, summary and quotes');
    await expect(steps.getByText('An unprocessed video')).toHaveCount(0);
    await expect(steps.getByRole('listitem'), 'the step that runs again only').toHaveCount(1);
    await expect(steps.getByText('60%'), 'how far it was before').toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  itInFullRun('says when the server cannot be asked, and goes on asking', async () => {
    await answerWith(running);
    await open();
    // On top of the answer, not instead of it: nothing may come through between the two.
    await page.route(assets, (route) => route.abort());
    const trouble = page.getByRole('alert').filter({ hasText: 'Retrying …' });
    await trouble.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await trouble.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 3 }).nth(1).waitFor();
  });

  itInFullRun('offers captions only where there are some', async () => {
    await open();
    const captions = page.getByRole('button', { name: 'Captions', exact: true });
    await expect(captions).toHaveAttribute('aria-pressed', 'false');
    const mode = () => page.evaluate(() => document.querySelector('video')!.textTracks[0]!.mode);
    await captions.click();
    await expect(captions).toHaveAttribute('aria-pressed', 'true');
    assert.equal(await mode(), 'hidden');
    await page.reload();
    await canPlay(page);
    assert.equal(await mode(), 'hidden', 'remembered: read, and drawn by the page');
    await captions.click();
    assert.equal(await mode(), 'disabled');
    await visit(`/asset/${silent}`);
    await canPlay(page);
    await expect(captions).toHaveCount(0);
  });

  itInFullRun('asks anew after Try again and after ReChapter', async () => {
    await visit(`/asset/${silent}`);
    const steps = page.getByRole('region', { name: 'Processing' });
    await waitForTexts(steps, 'Reading the transcript');
    await steps.getByRole('button', { name: 'Add captions' }).waitFor();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Transcript' });
    await waitForTexts(panel, 'There is no transcript yet. It comes from captions or a speech engine.');
    await panel.getByRole('button', { name: 'Add captions' }).waitFor();
    await page.getByRole('tab', { name: 'Chapters' }).click();
    await expect(
      page.getByRole('button', { name: 'Try again' }),
      'which cannot help where captions are missing',
    ).toHaveCount(0);
    await waitForTexts(page, 'A recording without a transcript, 12 seconds.');
    await expect(page.getByText('please wait')).toHaveCount(0);
    await stage.server.world.database.kysely
      .updateTable('steps')
      .set({ state: 'failed', problem: 'This did not work.' })
      .where('video_id', '=', silent)
      .where('step', '=', 'chapters')
      .execute();
    await page.reload();
    const retried = page.waitForResponse((response) => response.url().endsWith('/api/muxvideos/retry'));
    await Promise.all([retried.then(() => asked(silent)), page.getByRole('button', { name: 'Try again' }).click()]);

    await open();
    const regenerated = page.waitForResponse((response) => response.url().endsWith('/re-generate-chapter'));
    await openMenuItem(page, 'ReChapter');
    await waitForTexts(page, 'Are you sure you want to regenerate chapter for this item?');
    await Promise.all([
      regenerated.then(() => asked(stage.webinar)),
      page.getByRole('button', { name: 'Regenerate' }).click(),
    ]);
    await waitUntilProcessed(stage.people.member, stage.webinar);
    await page.getByRole('region', { name: 'Processing' }).waitFor({ state: 'detached' });
  });

  itInFullRun('leaves the watch page and later reports the missing video, when the video is deleted', async () => {
    await visit('/asset/view');
    await visit(`/asset/${silent}`);
    await openMenuItem(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/asset/view');
    await visit(`/asset/${silent}`);
    await page.getByRole('heading', { level: 1, name: 'There is no video at this address' }).waitFor();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.locator('video')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to your videos' }).click();
    await page.waitForURL('**/asset/view');
  });

  it('shows a quote to visitors, when its owner says so though nothing proves it', async () => {
    const { database } = stage.server.world;
    const unproven = JSON.stringify([{ quote: 'A zeppelin will come.', timecode: '00:00:01' }]);
    const { rows } = await database.pool.query<{ id: string; quotes: unknown[] }>(
      `update chapters set quotes = $1::jsonb || quotes where n = 0 and video_id = $2 returning id, quotes`,
      [unproven, stage.webinar],
    );
    await open({ tab: 'Quotes' });
    const card = page.getByRole('listitem').filter({ hasText: 'A zeppelin will come.' });
    await card.getByText('Only you see this').waitFor();
    await assertAccessible(page, 'a quote that nothing proves');
    await card.getByRole('button', { name: /^Show to visitors: quote 1 / }).press('Enter');
    await expect(card.getByText('Only you see this')).toHaveCount(0);
    const quotesOf = async () =>
      (await database.pool.query<{ quotes: unknown[] }>('select quotes from chapters where id = $1', [rows[0]!.id]))
        .rows[0]!.quotes;
    assert.deepEqual((await quotesOf())[0], { quote: 'A zeppelin will come.', timecode: '00:00:01', edited: true });
    assert.deepEqual((await quotesOf()).slice(1), rows[0]!.quotes.slice(1));
  });

  it('keeps a key sentence from visitors until its owner keeps it, and leads to its line to pick another', async () => {
    const quote = 'So we asked and the customers told us.';
    const spoken = 'So, um, we asked and the the customers told us.';
    const key = { quote, spoken, key: true, timecode: '00:00:20', start: 22, cues: [8, 8] };
    const { rows } = await stage.server.world.database.pool.query<{ id: string }>(
      `update chapters set quotes = $1 where n = 0 and video_id = $2 returning id`,
      [JSON.stringify([key]), stage.webinar],
    );
    await open({ tab: 'Quotes' });
    const card = page.getByRole('listitem').filter({ hasText: quote });
    await card.getByText('No strong quote found here').waitFor();
    await card.getByText('As spoken').click();
    await card.getByText(spoken).waitFor();
    await assertAccessible(page, 'a key sentence');
    await card.getByRole('button', { name: /^Pick one: quote 1 / }).press('Enter');
    await expect(page.locator('[data-line="8"]')).toBeFocused();
    await chooseTab(page, 'Quotes');
    await card.getByRole('button', { name: /^Keep this one: quote 1 / }).press('Enter');
    await expect(card.getByText('No strong quote found here')).toHaveCount(0);
    await expect(card).toBeFocused();
    await page.keyboard.press('Control+z');
    await card.getByText('No strong quote found here').waitFor();
    await card.getByRole('button', { name: /^Keep this one: quote 1 / }).press('Enter');
    await expect(card.getByText('No strong quote found here')).toHaveCount(0);
    const { chapters } = await fetchAsset(stage.people.member, stage.webinar);
    const { key: _, ...kept } = key;
    assert.deepEqual(chapters.find(({ id }) => id === rows[0]!.id)!.quote, [kept]);
  });

  it('says that texts are by AI, until their owner marks them as reviewed', async () => {
    await open();
    await page.getByText('Title, summary and chapters were written by AI').waitFor();
    await page.getByRole('button', { name: 'Mark as reviewed' }).press('Enter');
    await page.getByText('Written by AI and reviewed by you.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Mark as reviewed' }).press('Enter');
    await page.getByText('Written by AI and reviewed by you.').waitFor();
    assert.equal((await fetchAsset(stage.people.member, stage.webinar)).aiGenerated, false);
    await assertAccessible(page, 'reviewed texts');
  });

  it('asks which letters are right, when a caption file makes sense in two encodings', async () => {
    const { member } = stage.people;
    const id = await uploadFile(member, short, { title: 'Two readings' });
    await waitUntilProcessed(member, id);
    await visit(`/asset/${id}`);
    // Russian, in an encoding of one byte a letter.
    const buffer = Buffer.from([...Buffer.from('1\n00:00:01,000 --> 00:00:03,000\n'), 0xc4, 0xe0]);
    const name = 'two-readings.srt';
    await page.getByLabel('Caption file').first().setInputFiles({ name, mimeType: 'application/x-subrip', buffer });
    const question = page.getByRole('dialog', { name: 'Which of these reads right?' });
    await question.waitFor();
    await assertAccessible(page, 'two previews of a caption file');
    assert.equal((await fetchAsset(member, id)).vtt, '', 'nothing is changed before it is answered');
    const readings = question.getByRole('button', { name: 'Read as' });
    await expect(readings).toHaveCount(2);
    await expect(readings.first()).toContainText('Да');
    // Picks the reading the server did not choose.
    const [letters, encoding] = (await readings.last().innerText()).split(/\s*Read as /);
    await readings.last().press('Enter');
    await expect(question).toHaveCount(0);
    await page.getByText(`It was read as ${encoding}.`).waitFor();
    const { vtt } = await waitUntilProcessed(member, id);
    assert.ok(vtt.includes(letters!) && !vtt.includes('Да'), vtt);
  });
});
