import { z } from 'zod';

/** A text from outside, a person, a file or a service: none without a length. */
export const text = (longest: number) => z.string().max(longest);

/** A text from outside of which what is beyond the longest is cut, by whoever says how. */
export const cutText = (longest: number, cut: (text: string, longest: number) => string) =>
  z
    .string()
    .transform((value) => cut(value, longest))
    .pipe(text(longest));

/** A text in what we send, a reply or the shape that a model is told: whatever it is made of was bounded as it came in. */
export const sentText = z.string();
