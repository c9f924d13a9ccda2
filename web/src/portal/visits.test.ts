import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { PortalEvent } from '@lectern/contract/publishing/portal';
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

const page = new EventTarget();
const visible = { visibilityState: 'visible' };
/** Beacons sent by the page; `refusals` is how many of the next ones the browser refuses. */
const sent: Blob[] = [];
let refusals = 0;
mock.timers.enable({ apis: ['setInterval'] });
Object.assign(globalThis, {
  window: { name: '' },
  document: visible,
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
navigator.sendBeacon = (_, body) => {
  if (refusals > 0) return (refusals -= 1) < 0;
  sent.push(body as Blob);
  return true;
};
const { countVisits, countWatching } = await import('./visits.ts');
countVisits('token');

/** The reports that were sent since the last look. */
const told = async (): Promise<Extract<PortalEvent, { kind: 'watched' }>[]> => {
  const bodies = await Promise.all(sent.splice(0).map((body) => body.text()));
  const events = bodies.map((body) => (JSON.parse(body) as { events: PortalEvent[] }).events);
  for (const together of events) assert.ok(together.length <= 50);
  return events.flat().filter((event) => event.kind === 'watched');
};

/** Watches chapters of ten seconds each on a clock on the wall that only this moves. */
function watching(count: number) {
  let wall = 0;
  mock.method(performance, 'now', () => wall);
  const clock = createClock();
  const recording = new Recording();
  clock.follow(recording as unknown as HTMLMediaElement);
  const chapters = Array.from({ length: count }, (_, n) => ({
    id: `chapter ${n}`,
    start_seconds: n * 10,
    end_seconds: n * 10 + 10,
  }));
  const end = countWatching(clock, { key: 'video', chapters }, () => {});
  return {
    end,
    to(seconds: number) {
      wall += (seconds - recording.currentTime) * 1000;
      recording.currentTime = seconds;
      recording.dispatchEvent(new Event('timeupdate'));
    },
    turn(state: 'visible' | 'hidden') {
      visible.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('tells of every chapter that was seen, however many there are and whenever the browser takes it', async () => {
  const { to, end } = watching(200);
  for (let at = 0; at <= 2000; at += 5) to(at);
  refusals = 1;
  end();
  assert.deepEqual(await told(), []);
  page.dispatchEvent(new Event('pagehide'));
  const chapters = (await told()).map(({ chapter }) => chapter);
  assert.equal(new Set(chapters).size, 200);
  assert.equal(chapters.length, 200);
});

test('tells of a chapter what is seen after a look at another tab as well', async () => {
  const { to, end, turn } = watching(2);
  to(0);
  to(2);
  turn('hidden');
  assert.deepEqual(await told(), [{ kind: 'watched', video: 'video', chapter: 'chapter 0', share: 0.2 }]);
  turn('visible');
  to(5);
  to(10);
  turn('hidden');
  const [grown, ...others] = await told();
  assert.deepEqual([grown?.more, grown?.share.toFixed(6), others.length], [true, '0.800000', 0]);
  end();
  assert.deepEqual(await told(), []);
});

/** Follows a recording on a clock on the wall that only the test moves; resolves with what is told. */
function following(t: { after(end: () => void): void }) {
  let wall = 0;
  mock.method(performance, 'now', () => wall);
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
