import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { PortalEvent } from '@lectern/contract/publishing/portal';
import { createClock } from '../player/clock.ts';

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
