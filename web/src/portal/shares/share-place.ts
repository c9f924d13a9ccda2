import { shareAddress, type SharedVideo, type ShareEvent } from '@lectern/contract/shares';
import { momentSearch } from '@lectern/contract/rules/start-time';
import type { Clock } from '../../player/clock.ts';
import type { Place } from '../place.ts';
import { followPlayed, isPlaying } from '../played.ts';
import { NotOpened, openShare } from './open-share.ts';

type SharePlaceOptions = {
  key: string;
  /** Kept by the page as long as it is open, for when its playback id ends. */
  password: string | undefined;
  shared: SharedVideo;
  /** The link opens no longer: it has ended or was taken back while the page was open. */
  onClosed: (text: string) => void;
};

/** A recording behind a link of its own. */
export const sharePlace = ({ key, password, shared, onClosed }: SharePlaceOptions): Place => ({
  watch: (seconds) => `${shareAddress(key)}${seconds === undefined ? '' : momentSearch(seconds)}`,
  async renew() {
    try {
      return (await openShare(key, password)).video.playback_id;
    } catch (error) {
      if (error instanceof NotOpened && error.code?.startsWith('share_')) onClosed(error.message);
      throw error;
    }
  },
  watching(clock) {
    const begins = shared.part?.start ?? 0;
    const ends = [
      countView(clock, key),
      followPlayed(clock, (stretches) => {
        const since = stretches.map((stretch) => stretch.map((at) => Math.max(0, at - begins)));
        send(key, { kind: 'played', stretches: since as [number, number][] });
      }),
      ...(shared.part ? [stopAt(clock, shared.part.end)] : []),
    ];
    return () => ends.forEach((end) => end());
  },
});

/** Tells what was done, in the background: it goes out even while the page is left. */
function send(key: string, event: ShareEvent): void {
  const body = JSON.stringify({ events: [event] });
  navigator.sendBeacon(`/api/s/${key}/events`, new Blob([body], { type: 'application/json' }));
}

/** Counts that it was begun to be watched, once a page: without a cookie, and without saying who. */
function countView(clock: Clock, key: string): () => void {
  const end = clock.subscribe(() => {
    if (!isPlaying(clock)) return;
    end();
    send(key, { kind: 'play' });
  });
  return end;
}

/** Seconds within which playing has come to the end, and was not moved beyond it. */
const tick = 1;

/** Stops where the part ends: its last segment may go on. */
function stopAt(clock: Clock, end: number): () => void {
  let before = clock.now();
  return clock.subscribe(() => {
    const now = clock.now();
    if (isPlaying(clock) && before < end && now >= end && now - before < tick) clock.element()?.pause();
    before = now;
  });
}
