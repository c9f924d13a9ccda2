import type { PortalEvent } from '@lectern/contract/publishing/portal';
import { mostPortalEvents } from '@lectern/contract/rules/portal-events';
import type { PlayerClock } from '../player/clock.ts';
import { trackPlayedRanges, isPlaying } from './track-playback.ts';

/** Milliseconds between two reports of a page that stays open. */
const pause = 20_000;

let waiting: PortalEvent[] = [];
let address = '';

/**
 * Sends what was counted, in the background: it goes out even while the page is left. What the browser does not take at
 * the moment waits for the next time.
 */
function send(): void {
  while (waiting.length > 0 && window.name !== 'lectern preview') {
    const body = JSON.stringify({ events: waiting.slice(0, mostPortalEvents) });
    if (!navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }))) return;
    waiting = waiting.slice(mostPortalEvents);
  }
}

/** Counts for the owner, without a cookie and without anything that tells one visitor from another. */
export function countPortalEvent(event: PortalEvent): void {
  waiting.push(event);
}

export function countVisits(token: string): void {
  address = `/api/portal/${token}/events`;
  setInterval(send, pause);
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  addEventListener('pagehide', send);
}

type Watched = { key: string; chapters: readonly { id: string; start_seconds: number; end_seconds: number }[] };

/**
 * Counts the play, played time ranges and, on leaving the page, newly seen whole seconds per chapter; seconds seen
 * twice count once. Returns a function that ends it.
 */
export function countWatching(clock: PlayerClock, { key, chapters }: Watched, onPlay: () => void): () => void {
  const seen = new Map(chapters.map(({ id }) => [id, new Set<number>()]));
  const reported = new Map<string, number>();
  let played = false;
  const unsubscribe = clock.subscribe(() => {
    if (played || !isPlaying(clock)) return;
    played = true;
    countPortalEvent({ kind: 'play', video: key });
    onPlay();
  });
  // Before the listeners below: they send what it has counted.
  const endPlayed = trackPlayedRanges(clock, (stretches) => {
    countPortalEvent({ kind: 'played', video: key, stretches });
    for (const [from, to] of stretches)
      for (let second = Math.floor(from); second < to; second += 1) {
        const chapter = chapters.findLast(({ start_seconds }) => start_seconds <= second);
        if (chapter) seen.get(chapter.id)?.add(second);
      }
  });
  const report = (): void => {
    for (const { id, start_seconds, end_seconds } of chapters) {
      const share = Math.min(1, (seen.get(id)?.size ?? 0) / Math.max(1, end_seconds - start_seconds));
      const before = reported.get(id);
      if (share <= (before ?? 0)) continue;
      reported.set(id, share);
      const grown = { kind: 'watched', video: key, chapter: id, share: share - (before ?? 0) } as const;
      countPortalEvent(before === undefined ? grown : { ...grown, more: true });
    }
    send();
  };
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') report();
  };
  addEventListener('visibilitychange', onHidden);
  addEventListener('pagehide', report);
  return () => {
    unsubscribe();
    endPlayed();
    removeEventListener('visibilitychange', onHidden);
    removeEventListener('pagehide', report);
    report();
  };
}
