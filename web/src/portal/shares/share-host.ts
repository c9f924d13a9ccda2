import { sharePath, type SharedVideo, type ShareEvent } from '@lectern/contract/publishing/shares';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import type { PlayerClock } from '../../player/clock.ts';
import type { VideoHost } from '../video-host.ts';
import { trackPlayedRanges, isPlaying } from '../track-playback.ts';
import { NotOpened, loadSharedVideo } from './open-share.ts';

type SharePlaceOptions = {
  key: string;
  /** Kept by the page as long as it is open, for when its playback id ends. */
  password: string | undefined;
  shared: SharedVideo;
  /** The link opens no longer: it has ended or was taken back while the page was open. */
  onClosed: (text: string) => void;
};

/** A recording behind a link of its own. */
export function sharePlace({ key, password, shared, onClosed }: SharePlaceOptions): VideoHost {
  let { playback_id } = shared.video;
  const send = (event: ShareEvent): void => sendEvent(key, playback_id, event);
  return {
    watch: (seconds) => `${sharePath(key)}${seconds === undefined ? '' : buildStartTimeQuery(seconds)}`,
    async renew() {
      try {
        ({ playback_id } = (await loadSharedVideo(key, password)).video);
        return playback_id;
      } catch (error) {
        if (error instanceof NotOpened && error.code?.startsWith('share_')) onClosed(error.message);
        throw error;
      }
    },
    watching(clock) {
      const begins = shared.part?.start ?? 0;
      const ends = [
        countView(clock, () => send({ kind: 'play' })),
        trackPlayedRanges(clock, (stretches) => {
          const since = stretches.map((stretch) => stretch.map((at) => Math.max(0, at - begins)));
          send({ kind: 'played', stretches: since as [number, number][] });
        }),
        ...(shared.part ? [stopAt(clock, shared.part.end)] : []),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

/** Tells what was done, in the background: it goes out even while the page is left. */
function sendEvent(key: string, playback_id: string, event: ShareEvent): void {
  const body = JSON.stringify({ events: [event], playback_id });
  navigator.sendBeacon(`/api/s/${key}/events`, new Blob([body], { type: 'application/json' }));
}

/** Counts that it was begun to be watched, once a page: without a cookie, and without saying who. */
function countView(clock: PlayerClock, onView: () => void): () => void {
  const end = clock.subscribe(() => {
    if (!isPlaying(clock)) return;
    end();
    onView();
  });
  return end;
}

/** Seconds within which playing has come to the end, and was not moved beyond it. */
const tick = 1;

/** Stops where the part ends: its last segment may go on. */
function stopAt(clock: PlayerClock, end: number): () => void {
  let before = clock.now();
  return clock.subscribe(() => {
    const now = clock.now();
    if (isPlaying(clock) && before < end && now >= end && now - before < tick) clock.element()?.pause();
    before = now;
  });
}
