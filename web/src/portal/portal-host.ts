import type { PortalAnswer } from '@lectern/contract/library/ask';
import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import type { Portal, PortalVideo } from '@lectern/contract/publishing/portal';
import { isFinalStatus } from '@lectern/contract/rules/final-status';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import type { PlayerClock } from '../player/clock.ts';
import type { VideoHost } from './video-host.ts';
import { isPlaying } from './track-playback.ts';
import { countPortalEvent, countWatching } from './visits.ts';
import { source, type PortalMessage } from './embed/messages.ts';

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
    renew: () => signPlayback(token, key),
    watching: (clock) => watching(clock, token, video),
  };
}

/** A new signed playback id of a webinar. */
export const signPlayback = async (token: string, key: string): Promise<SignedPlaybackId> =>
  (await portalFetch<{ playback_id: SignedPlaybackId }>(`${token}/${key}/playback`)).playback_id;

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

/** Why a portal did not answer, in words for its visitors. */
export class PortalRefusal extends Error {
  readonly isFinal: boolean;

  constructor(status: number, text?: string) {
    super(text);
    this.isFinal = isFinalStatus(status);
  }
}

/** Asks the webinars of a portal. Throws a `PortalRefusal`. */
export async function askPortal(token: string, question: string, signal: AbortSignal): Promise<PortalAnswer> {
  const response = await fetch(`/api/portal/${token}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
    signal,
  });
  const { data, msg } = (await response.json()) as { data?: PortalAnswer; msg?: string };
  if (!data) throw new PortalRefusal(response.status, msg);
  return data;
}

type Told<T> = T extends unknown ? Omit<T, 'source' | 'portal'> : never;

/** Tells the page around the frame, if there is one. Nothing secret is said: every page may listen. */
function postToParentFrame(portal: string, message: Told<PortalMessage>): void {
  if (window.parent !== window) window.parent.postMessage({ source, portal, ...message }, '*');
}

/** Milliseconds after a click or key in which browsers count no shift of the layout (CLS leaves out 500 ms). */
const answerTime = 450;

/** Keeps the page around informed of the height of this one and of what search engines may read. */
export function reportToParentFrame(portal: string): void {
  if (window.parent === window) return;
  let actedAt = -Infinity;
  for (const event of ['click', 'keydown'])
    addEventListener(event, () => (actedAt = performance.now()), { capture: true, passive: true });
  const body = document.body;
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    postToParentFrame(portal, { type: 'size', height, acted: performance.now() - actedAt < answerTime });
  }).observe(body);
  const json = document.querySelector('script[type="application/ld+json"]')?.textContent;
  if (json) postToParentFrame(portal, { type: 'structured-data', json });
}
