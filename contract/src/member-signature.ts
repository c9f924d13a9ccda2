import { z } from 'zod';
import { boundedText } from './text.ts';

/** Signing adds this to an address for a member: it opens no longer than they may call. */
export const MemberSignature = z.object({
  by: z.uuid(),
  expires: z.coerce.number(),
  signature: boundedText(100),
});
export type MemberSignature = z.infer<typeof MemberSignature>;
