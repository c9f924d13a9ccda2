import { shareAddress, type SharedVideo } from '@lectern/contract/shares';
import { momentSearch } from '@lectern/contract/rules/start-time';
import type { Clock } from '../../player/clock.ts';
import type { Place } from '../place.ts';
import { isPlaying } from '../visits.ts';
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
    const ends = [countView(clock, key), ...(shared.part ? [stopAt(clock, shared.part.end)] : [])];
    return () => ends.forEach((end) => end());
  },
});

/** Counts that it was begun to be watched, once a page: without a cookie, and without saying who. */
function countView(clock: Clock, key: string): () => void {
  const end = clock.subscribe(() => {
    if (!isPlaying(clock)) return;
    end();
    const body = JSON.stringify({ events: [{ kind: 'play' }] });
    navigator.sendBeacon(`/api/s/${key}/events`, new Blob([body], { type: 'application/json' }));
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
