import type Hls from 'hls.js';

/**
 * Gives a media element an HLS stream: by hls.js where the browser has Media Source Extensions, else natively.
 * `onProblem` hears of what playback cannot recover from. Returns what ends it.
 */
export function attachStream(element: HTMLMediaElement, address: string, onProblem: () => void): () => void {
  if (!('MediaSource' in window) && !('ManagedMediaSource' in window)) {
    element.src = address;
    element.addEventListener('error', onProblem);
    return () => element.removeEventListener('error', onProblem);
  }
  let hls: Hls | undefined;
  let ended = false;
  // The library is two thirds of the player: it comes with the first recording, not with the page.
  import('hls.js/light').then(
    ({ default: Light }) => {
      if (ended) return;
      const stream = new Light({ maxBufferLength: 30, backBufferLength: 60 });
      hls = stream;
      let recovered = false;
      stream.on(Light.Events.ERROR, (_event, data) => {
        if (!data.fatal) return;
        if (data.type === Light.ErrorTypes.MEDIA_ERROR && !recovered) {
          recovered = true;
          stream.recoverMediaError();
        } else onProblem();
      });
      stream.loadSource(address);
      stream.attachMedia(element);
    },
    () => onProblem(),
  );
  return () => {
    ended = true;
    hls?.destroy();
  };
}
