import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';

/** Elements that a layout leaves to its page to place. */
export type PageFrame = { footer: ReactNode };

export const usePageFrame = (): PageFrame => useOutletContext<PageFrame>();
