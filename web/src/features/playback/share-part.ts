import { createContext } from 'react';

/** What a link is to show: a chapter by its id, or a part between two seconds. */
type SharedPart = { chapter: string } | { start: number; end: number };

/** Opens the dialog that makes links for a part of the recording; undefined where nothing can be shared. */
export const SharePart = createContext<((part: SharedPart) => void) | undefined>(undefined);
