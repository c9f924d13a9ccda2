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

/** Validates a title or name on one line: removes invisible characters and requires at least one visible one. */
export const shownText = (longest: number) => z.string().transform(visibleText).pipe(boundedText(longest).min(1));

/** Validates a form field; a missing field becomes empty. The limit exceeds any email, name or password. */
export const formText = boundedText(1000).default('');

/**
 * A text in what we send, a reply or the shape that a model is told: whatever it is made of was bounded as it came in.
 */
export const sentText = z.string();

/**
 * Parses a query field of a public page. Users copy and truncate URLs, so it takes the first of several values and
 * cuts it to `most`.
 */
export const untrustedQueryText = (most: number) =>
  z
    .unknown()
    .transform((value) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? first.replaceAll('\0', '').slice(0, most).toWellFormed() : undefined;
    })
    .optional();
