import { z } from 'zod';
import { sentText } from '../text.ts';

/** One timed line of a transcript. Times are seconds from the start of the recording. */
export const Cue = z.object({
  start: z.number(),
  end: z.number(),
  text: sentText,
  speaker: sentText.optional(),
});
export type Cue = z.infer<typeof Cue>;
