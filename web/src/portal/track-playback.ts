import type { PlayerClock } from '../player/clock.ts';

/** Milliseconds between two reports of what is played. */
const pause = 60_000;

/** Stretches told at once; who jumps about more often than that looks for something. */
const most = 40;

/** Seconds of the recording that may pass beyond those on the wall between two looks; what is further was jumped to. */
const slack = 1;

/** Whether words are being heard, or would be without a pause of the network. */
export function isPlaying(clock: PlayerClock): boolean {
  const element = clock.element();
  return element !== undefined && !element.paused && !element.seeking && element.readyState >= 3;
}

type Stretch = [from: number, to: number];

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

/**
 * Tells every minute, and when the page is left, which stretches have been played since: seconds, and nothing about who
 * plays them. Returns what ends it.
 */
export function trackPlayedRanges(clock: PlayerClock, tell: (stretches: Stretch[]) => void): () => void {
  let stretches: Stretch[] = [];
  let current: Stretch | undefined;
  let looked = performance.now();
  // Measures by the progress of the recording since the last check: a slow player fires its playing event late, and a
  // busy page checks late.
  const unsubscribe = clock.subscribe(() => {
    const element = clock.element();
    const [at, before] = [performance.now(), looked];
    looked = at;
    if (!element || element.seeking) {
      current = undefined;
      return;
    }
    const now = clock.now();
    const furthest = slack + ((at - before) / 1000) * element.playbackRate;
    if (current && now >= current[1] && now - current[1] <= furthest) current[1] = now;
    else current = undefined;
    if (element.paused) current = undefined;
    else if (!current) stretches.push((current = [now, now]));
  });
  const report = (): void => {
    const played = stretches
      .map(([from, to]): Stretch => [rounded(from), rounded(to)])
      .filter(([from, to]) => to > from);
    stretches = current ? [(current = [current[1], current[1]])] : [];
    if (played.length > 0) tell(played.slice(0, most));
  };
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') report();
  };
  const timer = setInterval(report, pause);
  addEventListener('visibilitychange', onHidden);
  addEventListener('pagehide', report);
  return () => {
    clearInterval(timer);
    unsubscribe();
    removeEventListener('visibilitychange', onHidden);
    removeEventListener('pagehide', report);
    report();
  };
}
