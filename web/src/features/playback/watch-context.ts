import { createContext } from 'react';
import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import type { SelectedWords } from './selected-words.ts';

/** Opens the clip tool with a part of the recording, in seconds; undefined where nothing can be cut. */
export const ClipToolContext = createContext<((start: number, end: number) => void) | undefined>(undefined);

/** The highlights of the video on this page, and what can be done with them. */
export const Highlighting = createContext<{
  highlights: readonly ListedHighlight[];
  add: (words: SelectedWords) => void;
  remove: (highlight: ListedHighlight) => void;
  /** Opens the list of them. */
  show: () => void;
}>({ highlights: [], add: () => undefined, remove: () => undefined, show: () => undefined });

/** Content of a share link: a chapter by id, or a time range in seconds. */
type SharedPart = { chapter: string } | { start: number; end: number };

/** Opens the dialog that makes links for a part of the recording; undefined where nothing can be shared. */
export const SharePart = createContext<((part: SharedPart) => void) | undefined>(undefined);
