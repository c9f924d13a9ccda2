import { z } from 'zod';
import { Offer } from './glossary.ts';
import { routes } from './route.ts';
import { longest } from './rules/longest.ts';
import { VideoAsset } from './videos.ts';
import { boundedText, sentText, shownText } from './text.ts';

const Passthrough = z.object({ passthrough: z.uuid() });

export const transcriptRoutes = routes({
  /**
   * Changes the text of one cue. `n` counts from 0, `start` in seconds and `before` are the cue as the person saw it:
   * one that was changed elsewhere in the meantime is refused with its new text. Answers a rule where the same words were put
   * right before.
   */
  editCue: {
    method: 'PATCH',
    path: '/muxvideos/transcript/cue',
    access: 'member',
    body: Passthrough.extend({
      n: z.number().int().min(0),
      start: z.number().nonnegative(),
      before: boundedText(longest.old_line),
      text: shownText(longest.line),
    }),
    reply: z.object({ data: VideoAsset, offer: Offer.optional() }),
  },
  /** In how many other recordings of the member somebody speaks who has the name of a speaker of this one, where any. */
  speakersElsewhere: {
    method: 'GET',
    path: '/muxvideos/transcript/speakers',
    access: 'member',
    query: Passthrough,
    reply: z.object({ data: z.array(z.object({ name: sentText, recordings: z.number().int() })) }),
  },
  /** Gives a speaker another name everywhere, or only in the cues that are listed. Answers which cues it changed. */
  renameSpeaker: {
    method: 'PATCH',
    path: '/muxvideos/transcript/speaker',
    access: 'member',
    body: Passthrough.extend({
      from: boundedText(200).min(1),
      to: shownText(longest.speaker),
      cues: z.array(z.number().int().min(0)).max(100_000).optional(),
    }),
    reply: z.object({ data: VideoAsset, cues: z.array(z.number().int()) }),
  },
});
