import { z } from 'zod';
import { routes } from '../route.ts';
import { boundedText, sentText } from '../text.ts';

/** Somebody whose voice is kept under the name a member gave them, and in how many recordings. */
export const StoredVoiceprint = z.object({ name: sentText, recordings: z.int(), kept_at: z.iso.datetime() });
export type StoredVoiceprint = z.infer<typeof StoredVoiceprint>;

const Voices = z.object({
  /** Whether this server tells voices apart. */
  available: z.boolean(),
  /** Whether the member wants voices to be kept: off until they turn it on. */
  keeps: z.boolean(),
  voices: z.array(StoredVoiceprint),
});
export type Voices = z.infer<typeof Voices>;

const Message = z.object({ msg: sentText });

/** Routes for the voiceprints in a member's library. */
export const voiceRoutes = routes({
  voices: {
    method: 'GET',
    path: '/account/voices',
    access: 'member',
    right: 'voices',
    reply: z.object({ data: Voices }),
  },
  /** Turning it off forgets every voice. */
  keepVoices: {
    method: 'PATCH',
    path: '/account/voices',
    access: 'member',
    right: 'voices',
    body: z.object({ keeps: z.boolean() }),
    reply: Message,
  },
  forgetVoice: {
    method: 'POST',
    path: '/account/voices/forget',
    access: 'member',
    right: 'voices',
    body: z.object({ name: boundedText(100).min(1) }),
    reply: Message,
  },
});
