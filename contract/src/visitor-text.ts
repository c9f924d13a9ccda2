import { z } from 'zod';

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
