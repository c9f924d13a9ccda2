import { z } from 'zod';

/**
 * A field in the query of a page that visitors open. Addresses are copied, cut off and put together by others, and the
 * page is shown whatever stands there: of several values the first, and as much of it as can be looked for.
 */
export const untrustedQueryText = (most: number) =>
  z
    .unknown()
    .transform((value) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? first.replaceAll('\0', '').slice(0, most).toWellFormed() : undefined;
    })
    .optional();
