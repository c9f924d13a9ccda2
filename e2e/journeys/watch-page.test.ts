/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { assetOf, uploadFile, whenSettled } from '@lectern/server/test/upload';
import type { VideoAsset } from '@lectern/contract/videos';
import { shiftsOf, watchShifts } from '../layout-shift.ts';
import { openMenuItem } from '../places.ts';
import { reads } from '../reads.ts';
import { canPlay, seek, standsAt, timeOf, watching } from '../watching.ts';

const short = join(import.meta.dirname, '../../sample/short.mp4');

/** The watch page as it comes: where it begins, what it shows while there is more to come, and what happens to it. */
describe('the watch page', () => {
  const watch = watching();
  /** A recording without captions: its transcript waits for some. */
  let silent: string;
  before(async () => {
    silent = await uploadFile(watch.stage.people.member, short, { title: 'Silent' });
    await whenSettled(watch.stage.people.member, silent);
  });

  const visit = (path: string) => watch.page.goto(`${watch.stage.origin}${path}`);
  const asked = (id: string) =>
    watch.page.waitForResponse((response) => response.url().endsWith(`/api/muxvideos/asset/${id}`));
  const assets = '**/api/muxvideos/asset/*';

  /** Changes what the server says of a video. */
  const answerWith = (change: (video: VideoAsset) => VideoAsset): Promise<unknown> =>
    watch.page.route(assets, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: VideoAsset };
      await route.fulfill({ response, json: { data: change(data) } });
    });
  const running = (video: VideoAsset): VideoAsset => ({
    ...video,
    description: '',
    chapters: [],
    progress: 0.6,
    steps: video.steps.map((step) =>
      step.step === 'chapters' ? { ...step, state: 'running', progress: 0.25 } : { ...step, state: 'done' },
    ),
  });

  it('begins at the moment of its link, however the time is written', async () => {
    await watch.open();
    for (const [search, seconds] of [
      ['?t=1m30s', 90],
      ['?t=00:01:30', 90],
      ['?t=75', 75],
    ] as const) {
      await visit(`/asset/${watch.stage.webinar}${search}`);
      await canPlay(watch.page);
      await standsAt(watch.page, seconds, 0.1);
    }
  });

  it('plays from a moment that its summary names', async () => {
    await answerWith((video) => ({
      ...video,
      summary: 'On prices (1:02), Ann says that they rise. It is not said (9:59:59).',
    }));
    await watch.open();
    const moment = watch.page.getByRole('link', { name: '1:02', exact: true });
    await moment.click();
    await watch.page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video !== null && !video.paused && video.currentTime >= 62 && video.currentTime < 70;
    });
    assert.equal(await watch.page.getByRole('link', { name: '9:59:59' }).count(), 0, 'no time of the recording');
    await watch.page.unrouteAll({ behavior: 'wait' });
  });

  it('never leaves a pencil alone on a line, and nothing below its footer, however narrow the panel', async () => {
    const { page } = watch;
    for (const width of [1440, 1366, 1280, 1100, 390, 320]) {
      await watch.open({ width });
      const alone = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h3')].flatMap((heading) => {
          const pencil = heading.parentElement?.querySelector('button[aria-label^="Edit title"]');
          const last = [...heading.getClientRects()].at(-1);
          if (!pencil || !last) return [];
          const { top, height } = pencil.getBoundingClientRect();
          return Math.abs(top + height / 2 - (last.top + last.height / 2)) > last.height / 2
            ? [heading.textContent]
            : [];
        }),
      );
      assert.deepEqual(alone, [], `at ${width} pixels`);
      const below = await page.evaluate(
        () =>
          document.documentElement.scrollHeight -
          [...document.querySelectorAll('footer')].at(-1)!.getBoundingClientRect().bottom,
      );
      assert.ok(below <= 1, `${below} pixels below the footer at ${width}`);
    }
  });

  it('shows every step and what was said while the chapters are being written', async () => {
    await answerWith(running);
    await watch.open();
    const steps = watch.page.getByRole('region', { name: 'Processing' });
    await reads(
      steps,
      'An unprocessed video may need a few minutes.',
      'Inspecting the recording',
      'Making it playable',
      'Reading the transcript',
      'Writing chapters, summary and quotes',
      '25%',
      '60%',
    );
    await reads(watch.page, 'Processing not completed, please wait.');
    await reads(
      watch.page.getByRole('group', { name: 'Transcript' }),
      /We interviewed thirty customers|interviewed thirty/,
    );
    await watch.page.unrouteAll({ behavior: 'wait' });
    await watch.page.getByRole('heading', { level: 3 }).nth(1).waitFor();
    await steps.waitFor({ state: 'detached' });
    // Once there are chapters, the first one is selected.
    const selected = watch.page.locator('[data-current-chapter]');
    await selected.getByRole('heading', { level: 3 }).waitFor();
    assert.equal(await selected.getByRole('button', { name: 'Collapse chapter 1' }).count(), 1);
  });

  it('says of a finished video what is written again, and makes the page no taller by it', async () => {
    await answerWith((video) => ({ ...running(video), chapters: video.chapters }));
    await watch.open({ height: 500 });
    const steps = watch.page.getByRole('region', { name: 'Processing' });
    await steps.getByRole('progressbar').waitFor();
    const [whole, seen] = await watch.page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.equal(whole, seen);
    await reads(steps, 'Writing new chapters', 'Writing chapters, summary and quotes');
    assert.equal(await steps.getByText('An unprocessed video').count(), 0);
    assert.equal(await steps.getByRole('listitem').count(), 1, 'the step that runs again only');
    assert.equal(await steps.getByText('60%').count(), 0, 'how far it was before');
    await watch.page.unrouteAll({ behavior: 'wait' });
  });

  it('says when the server cannot be asked, and goes on asking', async () => {
    await answerWith(running);
    await watch.open();
    // On top of the answer, not instead of it: nothing may come through between the two.
    await watch.page.route(assets, (route) => route.abort());
    const trouble = watch.page.getByRole('alert').filter({ hasText: 'Retrying …' });
    await trouble.waitFor();
    await watch.page.unrouteAll({ behavior: 'wait' });
    await trouble.waitFor({ state: 'detached' });
    await watch.page.getByRole('heading', { level: 3 }).nth(1).waitFor();
  });

  it('offers captions only where there are some', async () => {
    await watch.open();
    const captions = watch.page.getByRole('button', { name: 'Captions', exact: true });
    assert.equal(await captions.getAttribute('aria-pressed'), 'false');
    const mode = () => watch.page.evaluate(() => document.querySelector('video')!.textTracks[0]!.mode);
    await captions.click();
    assert.deepEqual([await captions.getAttribute('aria-pressed'), await mode()], ['true', 'hidden']);
    await watch.page.reload();
    await canPlay(watch.page);
    assert.equal(await mode(), 'hidden', 'remembered: read, and drawn by the page');
    await captions.click();
    assert.equal(await mode(), 'disabled');
    await visit(`/asset/${silent}`);
    await canPlay(watch.page);
    assert.equal(await captions.count(), 0);
  });

  it('draws them calm: off the edges of the picture, and over no control in full screen', async () => {
    const { page } = watch;
    await watch.open();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await seek(page, 6);
    const words = page.locator('[data-captions] span');
    await words.waitFor();
    const said = webvttCues((await assetOf(watch.stage.people.member, watch.stage.webinar)).vtt);
    const cue = said.find(({ start, end }) => start <= 6 && end > 6)!;
    assert.equal(await words.textContent(), cue.text);
    const inPlace = async (): Promise<void> => {
      const [box, picture, controls] = await Promise.all([
        words.boundingBox(),
        page.locator('video').boundingBox(),
        page.getByRole('slider', { name: 'Time line' }).boundingBox(),
      ]);
      assert.ok(box!.width <= picture!.width * 0.8 + 1, `${box!.width} of ${picture!.width} px`);
      assert.ok(box!.x >= picture!.x && box!.y + box!.height < picture!.y + picture!.height - 8);
      assert.ok(box!.y + box!.height <= controls!.y, 'the controls are below');
    };
    await inPlace();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await inPlace();
    const direction = () => words.evaluate((shown) => getComputedStyle(shown).direction);
    assert.equal(await direction(), 'ltr');
    await page.evaluate(() => {
      const { textTracks } = document.querySelector('video')!;
      textTracks[0]!.addCue(new VTTCue(0, 7, 'ברוכים הבאים!'));
    });
    await words.getByText('ברוכים הבאים!').waitFor();
    assert.equal(await direction(), 'rtl');
    assert.ok((await words.evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))) <= 28);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await words.waitFor({ state: 'detached' });
  });

  it('leaves them to the browser in picture-in-picture, and takes them back', async () => {
    const { page } = watch;
    await watch.open();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    await seek(page, 6);
    await page.locator('[data-captions]').waitFor();
    const drawnBy = (mode: TextTrackMode) =>
      page.waitForFunction((wanted) => document.querySelector('video')!.textTracks[0]!.mode === wanted, mode);
    const float = page.getByRole('button', { name: 'Picture in picture' });
    await float.click();
    await page.waitForFunction(() => document.pictureInPictureElement !== null);
    await drawnBy('showing');
    // Also those that are switched on there.
    await page.keyboard.press('c');
    await drawnBy('disabled');
    await page.keyboard.press('c');
    await drawnBy('showing');
    // The browser draws them over the place of the picture as well.
    await page.locator('[data-captions]').waitFor({ state: 'detached' });
    await float.click();
    await page.waitForFunction(() => document.pictureInPictureElement === null);
    await drawnBy('hidden');
    await page.locator('[data-captions]').waitFor();
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
  });

  it('asks anew after Try again and after ReChapter', async () => {
    await visit(`/asset/${silent}`);
    await reads(watch.page.getByRole('region', { name: 'Processing' }), 'Reading the transcript');
    await watch.page.getByRole('button', { name: 'Add captions' }).waitFor();
    assert.equal(
      await watch.page.getByRole('button', { name: 'Try again' }).count(),
      0,
      'which cannot help where captions are missing',
    );
    await reads(watch.page, 'A recording without a transcript, 12 seconds.');
    assert.equal(await watch.page.getByText('please wait').count(), 0);
    await watch.stage.server.world.database.kysely
      .updateTable('steps')
      .set({ state: 'failed', problem: 'This did not work.' })
      .where('video_id', '=', silent)
      .where('step', '=', 'chapters')
      .execute();
    await watch.page.reload();
    const retried = watch.page.waitForResponse((response) => response.url().endsWith('/api/muxvideos/retry'));
    await Promise.all([
      retried.then(() => asked(silent)),
      watch.page.getByRole('button', { name: 'Try again' }).click(),
    ]);

    await watch.open();
    const regenerated = watch.page.waitForResponse((response) => response.url().endsWith('/re-generate-chapter'));
    await openMenuItem(watch.page, 'ReChapter');
    await reads(watch.page, 'Are you sure you want to regenerate chapter for this item?');
    await Promise.all([
      regenerated.then(() => asked(watch.stage.webinar)),
      watch.page.getByRole('button', { name: 'Regenerate' }).click(),
    ]);
    await whenSettled(watch.stage.people.member, watch.stage.webinar);
    await watch.page.getByRole('region', { name: 'Processing' }).waitFor({ state: 'detached' });
  });

  it('is left when its video is deleted, and then says that it is gone', async () => {
    await visit('/asset/view');
    await visit(`/asset/${silent}`);
    await openMenuItem(watch.page, 'Delete');
    await watch.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await watch.page.waitForURL('**/asset/view');
    await visit(`/asset/${silent}`);
    await watch.page.getByRole('heading', { level: 1, name: 'There is no video at this address' }).waitFor();
    assert.equal(await watch.page.getByRole('button', { name: 'Try again' }).count(), 0);
    assert.equal(await watch.page.locator('video').count(), 0);
    await watch.page.getByRole('link', { name: 'Go to your videos' }).click();
    await watch.page.waitForURL('**/asset/view');
  });

  it('keeps its place and goes on playing when the window becomes narrow', async () => {
    await watch.open();
    await seek(watch.page, 100);
    await watch.page.getByRole('button', { name: 'Play', exact: true }).click();
    await watch.page.setViewportSize({ width: 600, height: 800 });
    await watch.page.locator('[data-pinned] video').waitFor();
    await watch.page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video !== null && !video.paused && video.currentTime > 100.2;
    });
    await watch.page.setViewportSize({ width: 1440, height: 900 });
    await watch.page.getByRole('separator').waitFor();
    await canPlay(watch.page);
    assert.ok((await timeOf(watch.page)) > 100);
  });

  it('reflows at 320 px, with targets of 24 px', async () => {
    await watch.open({ width: 320, height: 700 });
    await watch.page.getByRole('button', { name: 'Clip', exact: true }).click();
    assert.equal(await watch.page.evaluate(() => document.documentElement.scrollWidth), 320);
    const small = await watch.page.evaluate(() =>
      [...document.querySelectorAll('main :is(button, input, select, summary, [role=slider])')]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 100) }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name),
    );
    assert.deepEqual(small, []);
  });

  it('moves nothing once it is there', async () => {
    await watchShifts(watch.page);
    await watch.open();
    await watch.page.waitForLoadState('networkidle');
    const shift = await shiftsOf(watch.page);
    assert.ok(shift !== undefined);
    assert.ok(shift < 0.02, `layout shift ${shift}`);
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
