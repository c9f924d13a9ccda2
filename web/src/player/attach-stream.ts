import type Hls from 'hls.js';
import { brand, pageMeta } from '../ui/brand.ts';
import { awaitChunk, chunk } from '../ui/lazy-part.tsx';

/** Milliseconds after which a stream that grows is asked for again, where a server did not answer. */
const askAgain = 2000;

/** The library is two thirds of the player: it comes with the first recording, not with the page. */
export const loadHls = () => chunk(() => import('hls.js/light'));

/**
 * Gives a media element an HLS stream: by hls.js with Media Source Extensions, else natively. Waits for one that grows;
 * tells other `onProblem`s. Returns what ends it.
 */
export function attachStream(
  element: HTMLMediaElement,
  address: string,
  { isGrowing, onProblem }: { isGrowing: boolean; onProblem: () => void },
): () => void {
  if (!('MediaSource' in window) && !('ManagedMediaSource' in window)) {
    element.src = address;
    element.addEventListener('error', onProblem);
    return () => element.removeEventListener('error', onProblem);
  }
  let hls: Hls | undefined;
  let ended = false;
  const unwatch = awaitChunk(
    () => import('hls.js/light'),
    ({ default: Light }) => {
      const stream = new Light({ maxBufferLength: 30, backBufferLength: 60 });
      hls = stream;
      let recovered = false;
      stream.on(Light.Events.ERROR, (_event, data) => {
        // An address that has ended opens nothing at the sixth try either.
        const isEnded = !isGrowing && data.response?.code === 404;
        if (!data.fatal && !isEnded) return;
        if (data.type === Light.ErrorTypes.MEDIA_ERROR && !recovered) {
          recovered = true;
          stream.recoverMediaError();
        } else if (data.type === Light.ErrorTypes.NETWORK_ERROR && isGrowing && stream.levels.length > 0)
          setTimeout(() => !ended && stream.startLoad(), askAgain);
        else onProblem();
      });
      stream.loadSource(address);
      stream.attachMedia(element);
    },
    onProblem,
  );
  return () => {
    ended = true;
    unwatch();
    hls?.destroy();
  };
}

/**
 * Reports playback to Mux Data if the operator set it up. Stores nothing and sends no URL, since a URL grants access.
 * Returns a function that ends it.
 */
export function measurePlayback(element: HTMLMediaElement, title: string): () => void {
  const key = pageMeta('mux-data');
  if (key === undefined) return () => undefined;
  let end = (): void => undefined;
  let ended = false;
  const began = Date.now();
  chunk(() => import('mux-embed')).then(
    ({ default: mux }) => {
      if (ended) return;
      mux.monitor(element, {
        disableCookies: true,
        respectDoNotTrack: true,
        data: {
          env_key: key,
          player_name: brand,
          player_init_time: began,
          video_title: title,
          video_stream_type: 'on-demand',
          page_url: location.origin,
        },
        stateDataTranslator: ({ video_poster_url: _poster, video_source_url: _source, ...state }) => state,
      });
      end = () => mux.destroyMonitor(element);
    },
    // Blocked, or without a connection: nobody watches the worse for it.
    () => undefined,
  );
  return () => {
    ended = true;
    end();
  };
}
