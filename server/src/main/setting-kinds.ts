import { z } from 'zod';

const secrets = new WeakSet<object>();

/** Marks a setting whose value is told to nobody: a key, a password, or an address that may hold one. */
export function secret<T extends z.ZodType>(kind: T): T {
  secrets.add(kind);
  return kind;
}

export const isSecret = (kind: z.ZodType): boolean => secrets.has(kind);

/** A text that may be absent. */
export const optional = z.string().trim().min(1).optional();

/** An address, without a slash at its end. */
export const httpUrl = z
  .string()
  .trim()
  .regex(/^https?:\/\/[^\s/]+[^\s]*$/, 'must be an http or https address')
  .refine((url) => URL.canParse(url), 'must be an http or https address of a host and a port that can exist')
  .transform((url) => url.replace(/\/+$/, ''));
