import { z } from 'zod';
import { visibleText } from './rules/visible-text.ts';

/** A text from outside, a person, a file or a service: none without a length. */
export const boundedText = (longest: number) => z.string().max(longest);

/** The same without spaces around it, which do not count. */
export const trimmedText = (longest: number) => z.string().trim().max(longest);

/** A text from outside of which what is beyond the longest is cut, by whoever says how. */
export const cutText = (longest: number, cut: (text: string, longest: number) => string) =>
  z
    .string()
    .transform((value) => cut(value, longest))
    .pipe(boundedText(longest));

/** What people read in one line, a title or a name: without what does not show, and with something that does. */
export const shownText = (longest: number) => z.string().transform(visibleText).pipe(boundedText(longest).min(1));

/** What a field of a form holds, empty where it was not sent. Beyond any address, name or password nothing is read. */
export const formText = boundedText(1000).default('');

/** A text in what we send, a reply or the shape that a model is told: whatever it is made of was bounded as it came in. */
export const sentText = z.string();
