/// <reference lib="dom" />
import { bars, readBars } from '@lectern/server/test/odd-media/bar-code';
import { frameNumberAt } from '@lectern/server/test/odd-media/compare';
import type { ShownFrame } from '@lectern/server/test/odd-media/look';
import type { Page } from 'playwright-core';
import { drawTwice } from '../at-rest.ts';
import { waitForPlayerFailure, getPlayerFailures, openPlayer, type PlayerName } from './player-page.ts';

export type ServedRecording = {
  stream: string;
  /** Seconds. */
  duration: number;
  /** The frames as they are served; none for sound alone. */
  frames: readonly ShownFrame[];
};

export type Effort = {
  seeks: number;
  /** Seconds from either end that are played; all where the recording is shorter than both. */
  played: number;
  /** Seconds one may wait for anything at all. */
  patience: number;
};

/** Throws if `work` takes longer than `seconds` or a player reports an error meanwhile. */
async function within<T>(page: Page, what: string, seconds: number, work: Promise<T>): Promise<T> {
  const fails = async (): Promise<never> => {
    const hasFailed = await waitForPlayerFailure(page, seconds);
    if (hasFailed) throw new Error(`${what}: ${(await getPlayerFailures(page)).join(', ')}`);
    throw new Error(`${what}: nothing for ${seconds} s ${await stateOf(page)}`);
  };
  return Promise.race([work, fails()]);
}

const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const video = document.querySelector('video')!;
    const buffered = Array.from({ length: video.buffered.length }, (_, n) =>
      [video.buffered.start(n), video.buffered.end(n)].map((time) => time.toFixed(2)).join('–'),
    );
    return `(at ${video.currentTime.toFixed(2)} of ${video.duration.toFixed(2)} s, has ${buffered.join(', ') || 'nothing'})`;
  });

/** Goes to a second and waits until it is there. */
const goTo = (page: Page, time: number): Promise<void> =>
  page.evaluate(async (time) => {
    const video = document.querySelector('video')!;
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = time;
    await sought;
  }, time);

/** Sixteen grey pixels of the top edge of what is shown; nothing for sound. */
const barsShown = (page: Page): Promise<number[]> =>
  page.evaluate((bars) => {
    const video = document.querySelector('video')!;
    if (video.videoWidth === 0) return [];
    const canvas = new OffscreenCanvas(video.videoWidth, Math.max(2, Math.floor(video.videoHeight / 18)));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(video, 0, 2, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const width = Math.floor(canvas.width / bars);
    return Array.from({ length: bars }, (_, bar) => {
      let [sum, count] = [0, 0];
      for (let y = 0; y < canvas.height; y += 1)
        for (let x = bar * width + 2; x < (bar + 1) * width - 2; x += 1) {
          sum += data[(y * canvas.width + x) * 4 + 1]!;
          count += 1;
        }
      return sum / count;
    });
  }, bars);

/** Milliseconds after which a browser has drawn the frame it has told to be there. */
const drawn = 3000;

/** The number of the frame that is shown, once it is the one that is meant; else the one that stays. */
async function numberShown(page: Page, meant: number | undefined): Promise<number | undefined> {
  const until = Date.now() + drawn;
  for (;;) {
    const number = readBars(Buffer.from(await barsShown(page)));
    if (number === meant || Date.now() > until) return number;
    await drawTwice(page);
  }
}

/** How many times as fast as it is meant a recording is played. */
const fastest = 8;

/** Plays from where it stands to a second, or to the end, as fast as a browser can. */
const playTo = (page: Page, time: number): Promise<void> =>
  page.evaluate(
    async ([time, rate]) => {
      const video = document.querySelector('video')!;
      video.playbackRate = rate;
      const arrived = new Promise<void>((resolve) => {
        const look = (): void => {
          if (video.ended || video.currentTime >= time) resolve();
        };
        for (const event of ['timeupdate', 'ended'] as const) video.addEventListener(event, look);
      });
      await video.play();
      await arrived;
      if (!video.ended) video.pause();
    },
    [time, fastest] as const,
  );

const hasEnded = (page: Page): Promise<boolean> => page.evaluate(() => document.querySelector('video')!.ended);

/**
 * Returns a time (seconds) just after a frame appears. Rounding decides at its edge; late in a long frame, Chromium
 * may already show the next.
 */
function withinFrame(frames: readonly ShownFrame[], n: number, duration: number): number {
  const { time } = frames[n]!;
  return time + Math.min(0.015, ((frames[n + 1]?.time ?? duration) - time) / 2);
}

/**
 * Plays a recording in a player: its beginning, its end, and single frames at random seconds. Throws with what did not
 * work.
 */
export async function checkPlayer(
  page: Page,
  player: PlayerName,
  { stream, duration, frames }: ServedRecording,
  { seeks, played, patience }: Effort,
): Promise<void> {
  await openPlayer(page, player, stream);
  const ready = page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3, undefined, {
    timeout: 0,
  });
  await within(page, 'begins', patience, ready);
  const seconds = await page.evaluate(() => document.querySelector('video')!.duration);
  if (Math.abs(seconds - duration) > 0.3) throw new Error(`lasts ${seconds} s instead of ${duration}`);
  const whole = duration <= played * 2;
  const playing = patience + (whole ? duration : played) / fastest;
  await within(page, 'plays', playing, playTo(page, whole ? Infinity : played));
  if (!whole) {
    await within(page, 'goes to its end', patience, goTo(page, duration - played));
    await within(page, 'plays to its end', playing, playTo(page, Infinity));
  }
  if (!(await hasEnded(page))) throw new Error(`does not end ${await stateOf(page)}`);
  await page.evaluate(() => document.querySelector('video')!.pause());
  const wrong: string[] = [];
  for (let n = 0; n < seeks; n += 1) {
    const frame = Math.floor(Math.random() * frames.length);
    const time = frames.length > 0 ? withinFrame(frames, frame, duration) : Math.random() * duration;
    await within(page, `goes to ${time.toFixed(3)} s`, patience, goTo(page, time));
    if (frames.length === 0) continue;
    const meant = frameNumberAt(frames, time);
    const shown = await numberShown(page, meant);
    if (shown !== meant) wrong.push(`${shown} instead of ${meant} at ${time.toFixed(3)} s`);
  }
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${seeks} seeks show another frame: ${wrong.slice(0, 3).join(', ')}`);
}
