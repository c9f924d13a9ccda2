import type { Portal, PortalVideo } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import type { PlayerClock } from '../player/clock.ts';
import { postToParentFrame } from './parent-frame.ts';
import type { VideoHost } from './video-host.ts';
import { isPlaying } from './track-playback.ts';
import { countPortalEvent, countWatching } from './visits.ts';

/** A video in a portal. */
export function portalPlace({ token }: Portal, video: PortalVideo): VideoHost {
  const { key } = video;
  return {
    watch: (seconds) => portalPaths.watch(token, key, seconds),
    quotes: {
      watch: (chapter, n) => portalPaths.quote(token, key, chapter, n),
      picture: (chapter, n, format) => `${portalPaths.quoteCard(token, key, chapter, n, format)}?download`,
      onShared(chapter, n, text, link) {
        countPortalEvent({ kind: 'quote', video: key, chapter, n });
        postToParentFrame(token, { type: 'quote-shared', video: key, text, link });
      },
    },
    renew: async () => (await portalFetch<{ playback_id: string }>(`${token}/${key}/playback`)).playback_id,
    watching: (clock) => watching(clock, token, video),
  };
}

/** Counts what is watched, and tells the page around when it plays and which chapter begins. */
function watching(clock: PlayerClock, token: string, video: PortalVideo): () => void {
  const { key, title, chapters } = video;
  const end = countWatching(clock, video, () =>
    postToParentFrame(token, { type: 'play', video: key, title, seconds: clock.now() }),
  );
  let last: string | undefined;
  const unsubscribe = clock.subscribe(() => {
    if (!isPlaying(clock)) return;
    const chapter = chapters.findLast(({ start_seconds }) => start_seconds <= clock.now());
    if (!chapter || chapter.id === last) return;
    last = chapter.id;
    postToParentFrame(token, {
      type: 'chapter',
      video: key,
      title,
      chapter: chapter.title,
      seconds: chapter.start_seconds,
    });
  });
  return () => {
    unsubscribe();
    end();
  };
}

/** One of a portal's own calls. Throws where the portal does not answer it. */
export async function portalFetch<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`/api/portal/${path}`, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The portal answered ${response.status}.`);
  return (await response.json()) as T;
}
