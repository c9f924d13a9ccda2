import { brand, pageMeta } from '../ui/brand.ts';

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
  import('mux-embed').then(
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
