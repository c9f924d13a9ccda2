import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createClock } from '../player/clock.ts';
import { trackPlayedRanges } from './track-playback.ts';

/** A media element as far as it is looked at, played by hand. */
class Recording extends EventTarget {
  currentTime = 0;
  readyState = 4;
  paused = false;
  seeking = false;
  playbackRate = 1;
}

/** Follows a recording on a clock on the wall that only the test moves; resolves with what is told. */
function following(t: { after(end: () => void): void }) {
  let wall = 0;
  mock.method(performance, 'now', () => wall);
  // Stands in for the window events of the page.
  const page = new EventTarget();
  Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page), removeEventListener: () => {} });
  const clock = createClock();
  const recording = new Recording();
  clock.follow(recording as unknown as HTMLMediaElement);
  const told: [number, number][][] = [];
  const end = trackPlayedRanges(clock, (stretches) => told.push(stretches));
  t.after(() => mock.restoreAll());
  return {
    recording,
    /** Lets a time pass on the wall, after which the recording stands at a second and says so. */
    to(seconds: number, after: number, state: Partial<Recording> = {}) {
      wall += after * 1000;
      Object.assign(recording, { currentTime: seconds }, state);
      recording.dispatchEvent(new Event('timeupdate'));
    },
    told: () => (end(), told.flat()),
  };
}

test('tells what is played to where it is paused, and nothing of what is jumped over', (t) => {
  const { to, told } = following(t);
  to(20, 0);
  to(20.25, 0.25);
  to(20.5, 0.25);
  to(20.6, 0.1, { paused: true });
  to(90, 5, { seeking: true });
  to(90, 0.1, { seeking: false });
  to(90, 8, { paused: false });
  to(91, 1);
  // Another place without a word of seeking before.
  to(200, 0.25);
  to(201, 1);
  to(150, 0.25);
  to(152, 2);
  assert.deepEqual(told(), [
    [20, 20.6],
    [90, 91],
    [200, 201],
    [150, 152],
  ]);
});

test('tells what a busy page looked at late, at any speed', (t) => {
  const { to, told } = following(t);
  to(20, 0);
  to(26, 6);
  to(36, 5, { playbackRate: 2 });
  assert.deepEqual(told(), [[20, 36]]);
});

test('tells what a player plays that says all the time that it waits', (t) => {
  const { to, told } = following(t);
  to(20, 0, { readyState: 2 });
  for (let at = 20.25; at <= 23; at += 0.25) to(at, 0.25);
  assert.deepEqual(told(), [[20, 23]]);
});
