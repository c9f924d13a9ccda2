import { z } from 'zod';
import { visibleText } from './rules/visible-text.ts';

/** What people read in one line, a title or a name: without what does not show, and with something that does. */
export const shownText = (longest: number) => z.string().transform(visibleText).pipe(z.string().min(1).max(longest));
