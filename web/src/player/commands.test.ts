import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';
import { type ChapterMark, createCommands } from './commands.ts';

const chapter = (title: string, start_seconds: number): ChapterMark => ({
  id: title,
  title,
  start_seconds,
  end_seconds: start_seconds + 1,
});
const chapters = [chapter('One', 0), chapter('Two', 50), chapter('Three', 95)];

function setUp() {
  const element = Object.assign(new EventTarget(), {
    currentTime: 0,
    readyState: 4,
    paused: true,
    muted: false,
    volume: 0.5,
    playbackRate: 1,
    play: () => Promise.resolve(),
  });
  const clock = createClock();
  clock.follow(element as unknown as HTMLMediaElement);
  return { element, clock, commands: createCommands(clock, chapters, 180) };
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
