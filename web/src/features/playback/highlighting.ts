import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import { createContext } from 'react';
import type { SelectedWords } from './selected-words.ts';

/** The highlights of the video on this page, and what can be done with them. */
export const Highlighting = createContext<{
  highlights: readonly ListedHighlight[];
  add: (words: SelectedWords) => void;
  remove: (highlight: ListedHighlight) => void;
  /** Opens the list of them. */
  show: () => void;
}>({ highlights: [], add: () => undefined, remove: () => undefined, show: () => undefined });
