import { z } from 'zod';

/** One timed line of a transcript. Times are seconds from the start of the recording. */
export const Cue = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string().optional(),
});
export type Cue = z.infer<typeof Cue>;
