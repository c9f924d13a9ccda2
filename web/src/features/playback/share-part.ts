import { createContext } from 'react';

/** Content of a share link: a chapter by id, or a time range in seconds. */
type SharedPart = { chapter: string } | { start: number; end: number };

/** Opens the dialog that makes links for a part of the recording; undefined where nothing can be shared. */
export const SharePart = createContext<((part: SharedPart) => void) | undefined>(undefined);
