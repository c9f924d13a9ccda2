import { z } from 'zod';

/** A text that may be absent. */
export const optional = z.string().trim().min(1).optional();

/** An address, without a slash at its end. */
export const httpUrl = z
  .string()
  .trim()
  .regex(/^https?:\/\/[^\s/]+[^\s]*$/, 'must be an http or https address')
  .transform((url) => url.replace(/\/+$/, ''));
