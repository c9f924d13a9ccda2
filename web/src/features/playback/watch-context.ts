import { createContext, use } from 'react';
import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import type { CardFormat } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { useCan } from '../../session/stored-session.ts';
import { useInsiders } from '../../session/workspaces.ts';
import type { SelectedWords } from './selected-words.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Opens the clip tool with a part of the recording, in seconds; undefined where nothing can be cut. */
export const ClipToolContext = createContext<((start: number, end: number) => void) | undefined>(undefined);

export const Highlighting = createContext<{
  highlights: readonly ListedHighlight[];
  add: (words: SelectedWords) => void;
  remove: (highlight: ListedHighlight) => void;
  show: () => void;
}>({ highlights: [], add: () => undefined, remove: () => undefined, show: () => undefined });

/** Shows the lines of the transcript around one, where words can be selected as a quote. */
export const PickQuote = createContext<(line: number) => void>(() => undefined);

/** Content of a share link: a chapter by id, or a time range in seconds. */
type SharedPart = { chapter: string } | { start: number; end: number };

/** Opens the dialog that makes links for a part of the recording; undefined where nothing can be shared. */
export const SharePart = createContext<((part: SharedPart) => void) | undefined>(undefined);

/** Where a video is open to everybody: its portal and its key there; undefined where only its owner can open it. */
export type Published = { token: string; key: string; showsQuotes: boolean } | undefined;

const PublishedAt = createContext<Published>(undefined);
export const PublishedAtProvider = PublishedAt.Provider;

/**
 * The address of a moment of a video, of this page's where no other is named, for others where others can open it; and
 * a way to copy it.
 */
export function useShareLink(path: string = location.pathname): {
  isOpenToAll: boolean;
  addressOf: (seconds: number) => string;
  copyMoment: (seconds: number) => Promise<void>;
  /** The picture of a quote to download, where there are such. */
  pictureOf: ((chapter: string, n: number, format: CardFormat) => string) | undefined;
} {
  const published = use(PublishedAt);
  const insiders = useInsiders();
  const can = useCan();
  const addressOf = (seconds: number): string =>
    location.origin +
    (published ? portalPaths.watch(published.token, published.key, seconds) : `${path}${buildStartTimeQuery(seconds)}`);
  const audience = published
    ? 'Anyone can open it, in your portal.'
    : `Only ${insiders} can open it.${can('publish') ? ' Use Share to make a link for others.' : ''}`;
  return {
    isOpenToAll: published !== undefined,
    addressOf,
    pictureOf: published?.showsQuotes
      ? (chapter, n, format) => `${portalPaths.quoteCard(published.token, published.key, chapter, n, format)}?download`
      : undefined,
    copyMoment: (seconds) =>
      copyText(addressOf(seconds), `Link to ${formatTimecode(seconds)} copied. ${audience}`, { duration: 5000 }),
  };
}
