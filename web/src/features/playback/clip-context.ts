import { createContext } from 'react';

/** Opens the clip tool with a part of the recording, in seconds; undefined where nothing can be cut. */
export const CutOut = createContext<((start: number, end: number) => void) | undefined>(undefined);
