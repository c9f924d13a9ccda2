import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';
import { type ChapterMark, createCommands } from './commands.ts';

/** The parts of a media element that the clock uses, without a browser. */
class Recording extends EventTarget {
  currentTime = 0;
  readyState = 0;
  paused = true;
  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }
  loaded(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('loadedmetadata'));
  }
}

const follow = (clock: ReturnType<typeof createClock>, recording: Recording): (() => void) =>
  clock.follow(recording as unknown as HTMLMediaElement);

test('tells the time of what it follows, and when it changes', () => {
  const clock = createClock();
  const recording = new Recording();
  let ticks = 0;
  const leave = clock.subscribe(() => (ticks += 1));
  assert.equal(clock.now(), 0);
  follow(clock, recording);
  recording.loaded();
  ticks = 0;
  recording.currentTime = 4;
  recording.dispatchEvent(new Event('timeupdate'));
  recording.dispatchEvent(new Event('ratechange'));
  assert.equal(clock.now(), 4);
  assert.equal(ticks, 2);
  leave();
  recording.dispatchEvent(new Event('timeupdate'));
  assert.equal(ticks, 2);
});

test('keeps a wish until the recording is known', () => {
  const clock = createClock();
  const recording = new Recording();
  clock.seek(90, true);
  clock.seek(95);
  assert.equal(clock.now(), 95);
  follow(clock, recording);
  assert.equal(recording.currentTime, 0);
  recording.loaded();
  assert.equal(recording.currentTime, 95);
  assert.equal(recording.paused, false);
});

test('seeks at once when the recording is known, never before its beginning', () => {
  const clock = createClock();
  const recording = new Recording();
  follow(clock, recording);
  recording.loaded();
  clock.seek(12);
  assert.equal(recording.currentTime, 12);
  assert.equal(recording.paused, true);
  clock.seek(-2, true);
  assert.equal(recording.currentTime, 0);
  assert.equal(recording.paused, false);
});

test('the next player goes on where the last one was, playing or not', () => {
  const clock = createClock();
  const first = new Recording();
  const leave = follow(clock, first);
  first.loaded();
  clock.seek(33, true);
  leave();
  assert.equal(clock.element(), undefined);
  assert.equal(clock.now(), 33);

  const second = new Recording();
  follow(clock, second);
  second.loaded();
  assert.deepEqual([second.currentTime, second.paused], [33, false]);
  first.currentTime = 1;
  first.dispatchEvent(new Event('timeupdate'));
  assert.equal(clock.now(), 33);
});

test('a player that never learnt of its recording passes the wish on', () => {
  const clock = createClock();
  const leave = follow(clock, new Recording());
  clock.seek(60);
  leave();
  const next = new Recording();
  follow(clock, next);
  next.loaded();
  assert.equal(next.currentTime, 60);
});

const chapter = (title: string, start_seconds: number): ChapterMark => ({
  id: title,
  title,
  start_seconds,
  end_seconds: start_seconds + 1,
});
const chapters = [chapter('One', 0), chapter('Two', 50), chapter('Three', 95)];

function setUp() {
  const element = Object.assign(new Recording(), { readyState: 4, muted: false, volume: 0.5, playbackRate: 1 });
  const clock = createClock();
  follow(clock, element);
  return { element, commands: createCommands(clock, chapters, 180) };
}

test('goes to the next chapter and, from a chapter’s first seconds, to the one before', () => {
  const { element, commands } = setUp();
  element.currentTime = 10;
  assert.equal(commands.nextChapter(), 'Two');
  assert.equal(element.currentTime, 50);
  assert.equal(commands.previousChapter(), 'One');
  element.currentTime = 60;
  assert.equal(commands.previousChapter(), 'Two');
  element.currentTime = 100;
  assert.equal(commands.nextChapter(), undefined);
  assert.equal(element.currentTime, 100);
});

test('skips and jumps within the recording', () => {
  const { element, commands } = setUp();
  commands.skip(-10)();
  assert.equal(element.currentTime, 0);
  commands.skip(1000)();
  assert.equal(element.currentTime, 180);
  assert.equal(commands.jump(0.5)(), '50%');
  assert.equal(element.currentTime, 90);
});

test('changes speed and loudness in steps, as far as they go', () => {
  const { element, commands } = setUp();
  assert.equal(commands.faster(), '1.25×');
  element.playbackRate = 2.5;
  assert.equal(commands.faster(), '2.5×');
  element.playbackRate = 0.5;
  assert.equal(commands.slower(), '0.5×');
  element.volume = 0.95;
  assert.equal(commands.louder(), 'Volume 100%');
  element.muted = true;
  assert.equal(commands.quieter(), 'Volume 90%');
  assert.equal(element.muted, false);
  assert.equal(commands.mute(), 'Sound off');
});
