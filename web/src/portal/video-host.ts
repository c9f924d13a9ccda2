import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import type { CardFormat } from '@lectern/contract/publishing/portal';
import type { PlayerClock } from '../player/clock.ts';

/** Where visitors see a video: in a portal, or by a link of its own. Addresses are relative to the origin. */
export type VideoHost = {
  /** The page, and the page at a second. */
  watch(seconds?: number): string;
  /** Where quotes have addresses and pictures of their own. */
  quotes?: {
    watch(chapter: string, n: number): string;
    picture(chapter: string, n: number, format: CardFormat): string;
    onShared(chapter: string, n: number, text: string, link: string): void;
  };
  /** A new playback id, when that of the page has ended. Throws where it opens no longer. */
  renew(): Promise<SignedPlaybackId>;
  /** Begins to count and tell what is watched; returns what ends it. */
  watching(clock: PlayerClock): () => void;
};

/** Seconds where the address wants the video to begin, which the server says beside what it has drawn. */
export const readStartSeconds = ({ dataset: { start } }: HTMLElement): number | undefined =>
  start === undefined ? undefined : Number(start);
