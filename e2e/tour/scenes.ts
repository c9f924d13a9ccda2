/// <reference lib="dom" />
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import { enter, type Stage } from '../stage.ts';
import type { Camera } from './camera.ts';

const sample = join(import.meta.dirname, '../../sample');
/** Bytes a second while the tour uploads: on one machine nobody would see it happen. */
const uploadSpeed = 1_000_000;

/** Second of the recording at which the one after the sentence that was searched for is said. */
const soonAfter = 40;

/** Plays the tour in order: a new member's first minute with the sample webinar. */
export async function playScenes(camera: Camera, { origin, people, server }: Stage): Promise<void> {
  const { page } = camera;
  const brand = server.world.brand;
  await enter(page, origin, { session: people.newcomer.session });
  await page.goto(`${origin}/asset/upload`);
  await page.getByText('Drop a video file here to upload').waitFor();
  await atRest(page);

  camera.say(`${brand} turns a webinar recording into something people can use.`);
  await camera.card(brand, 'From the recording to the sentence', 3.2);

  camera.say('Upload the recording, with its captions if you have them.');
  await camera.hold(1);
  await camera.keep('upload');
  await camera.moveTo(page.getByRole('button', { name: 'Upload a video' }));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: uploadSpeed,
  });
  await page
    .getByLabel('Recording', { exact: true })
    .setInputFiles([join(sample, 'webinar.mp4'), join(sample, 'webinar.vtt')]);
  const uploaded = page.getByRole('heading', { name: 'Upload complete!' });
  await camera.roll(2, () => uploaded.isVisible());
  await network.detach();
  await camera.hold(0.8);

  camera.say('It plays at once. Chapters, quotes and a summary write themselves.');
  await camera.click(page.getByRole('link', { name: /^Open / }));
  const chapters = page.getByRole('region', { name: 'Chapters and transcript' }).getByRole('heading', { level: 3 });
  await chapters.nth(2).waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await camera.roll(2.4);
  await camera.keep('chapters');
  await camera.hold(2.2);

  camera.say('Every chapter has a title, a summary and quotes, word for word.');
  const start = page.getByRole('link', { name: /^Play from 00:0[1-9]/ }).first();
  await camera.click(start);
  await camera.roll(2.6);
  camera.takePoster();
  await page.evaluate(() => document.querySelector('video')?.pause());
  await camera.hold(2.4);

  camera.say('Change any text where it stands. It is saved, and you can undo it.');
  await camera.click(page.getByRole('button', { name: 'Edit title of chapter 1', exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await camera.type(page.getByRole('textbox', { name: /title of chapter 1/i }), 'Who are we talking to?');
  await page.keyboard.press('Enter');
  await camera.roll(1.2);
  await camera.hold(2.2);

  camera.say('Search everything that was said, in all your videos.');
  await page.goto(`${origin}/asset/view`);
  await page.getByRole('article').first().waitFor();
  await atRest(page);
  await camera.hold(0.8);
  const box = page.getByRole('searchbox', { name: 'Search your videos' });
  await camera.click(box);
  await camera.type(box, 'four different spreadsheets');
  await page.keyboard.press('Enter');
  const result = page.getByRole('dialog').getByRole('link').first();
  await result.waitFor();
  await camera.roll(0.6);
  await camera.keep('search');
  await camera.hold(2.4);

  camera.say('The result opens the recording at that very sentence.');
  await camera.click(result);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 20);
  await playUntil(page, soonAfter);
  await camera.roll(2.6);
  await standAt(page, soonAfter);
  await camera.keep('found');

  camera.say('Select the words, and take them: as a quote, as a link, or as a clip, exact to the frame.');
  const line = page
    .locator('[data-line]')
    .filter({ has: page.locator('mark') })
    .first();
  await camera.moveTo(line);
  await line.evaluate((words) => getSelection()?.selectAllChildren(words));
  const tools = page.getByRole('toolbar', { name: 'Selected words' });
  await tools.waitFor();
  await camera.roll(0.8);
  await camera.keep('words');
  await camera.hold(1.6);
  await camera.click(tools.getByRole('button', { name: 'Clip' }));
  await page.getByRole('group', { name: 'Cut a clip' }).waitFor();
  await camera.roll(0.6);
  await camera.hold(1.2);
  await camera.keep('clip-tool');
  const cut = page.getByRole('button', { name: 'Cut clip' });
  await camera.moveTo(cut);
  const [tab] = await Promise.all([page.context().waitForEvent('page'), cut.click()]);
  await tab.setViewportSize({ width: 1280, height: 720 });
  await camera.follow(tab);
  const done = tab.getByText('✅ Your edited video has downloaded successfully.').first();
  await camera.roll(1, () => done.isVisible());
  await camera.keep('clip');
  await camera.hold(1.6);

  camera.say('Start your free trial. Three days free. No card.');
  await camera.card('Start your 3-day free trial', 'No card required', 3.4);
}

/** Plays, and not past a second however slow the machine is: the panel would go on to other lines. */
async function playUntil(page: Page, seconds: number): Promise<void> {
  await page.evaluate((second) => {
    const video = document.querySelector('video')!;
    video.addEventListener('timeupdate', () => video.currentTime >= second && video.pause());
    return video.play();
  }, seconds);
}

/** Stops the recording at a second, wherever it is by now, and waits until the page has followed. */
async function standAt(page: Page, seconds: number): Promise<void> {
  await page.evaluate(async (second) => {
    const video = document.querySelector('video')!;
    video.pause();
    const there = new Promise((arrived) => video.addEventListener('seeked', arrived, { once: true }));
    video.currentTime = second;
    await there;
    // The panel glides to what is said there: it has settled when nothing has moved for some pictures.
    const place = (): number => document.querySelector('[data-line] mark')?.getBoundingClientRect().top ?? 0;
    for (let last = place(), still = 0; still < 20; last = place()) {
      await new Promise(requestAnimationFrame);
      still = place() === last ? still + 1 : 0;
    }
  }, seconds);
}
