import { z } from 'zod';
import { TermSuggestion } from './glossary.ts';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { VideoDetail } from '../videos/videos.ts';
import { boundedText, sentText, shownText } from '../text.ts';

const Passthrough = z.object({ passthrough: z.uuid() });

/** A track of a recording. `share` of the recording that it sounds or has words in, from 0 to 1. */
export const RecordingTrack = z.object({
  /** The number of its stream. */
  track: z.int(),
  /** As the file gives it: an ISO 639 code. */
  language: sentText.nullable(),
  title: sentText.nullable(),
  is_default: z.boolean(),
  is_forced: z.boolean(),
  /** Pictures of text are not. */
  readable: z.boolean(),
  share: z.number().nullable(),
});
export type RecordingTrack = z.infer<typeof RecordingTrack>;

/** Lists the sound and caption tracks of a recording and the source of its transcript. */
export const RecordingTracks = z.object({
  sounds: z.array(RecordingTrack),
  /** The one that is heard; null where it has no number. */
  sound: z.int().nullable(),
  /** The one whose words were recognised, or will be; null without one, and while others are recognised. */
  words_of: z.int().nullable(),
  captions: z.array(RecordingTrack),
  /** The name of the caption file that the member gave. */
  file: sentText.nullable(),
  /** Whether speech can be recognised in their place. */
  recognises: z.boolean(),
  /** The source of the transcript. */
  taken: z.union([z.int(), z.enum(['file', 'speech'])]).nullable(),
  /** Lines of the transcript that a person has corrected. */
  corrected: z.int(),
});
export type RecordingTracks = z.infer<typeof RecordingTracks>;

export const transcriptRoutes = routes({
  /** The tracks of one's own recording. */
  tracks: {
    method: 'GET',
    path: '/muxvideos/tracks/:uploadId',
    access: 'member',
    right: 'edit',
    params: z.object({ uploadId: z.uuid() }),
    reply: z.object({ data: RecordingTracks }),
  },
  /**
   * Chooses the sound and the transcript source. `again` recognises speech again in the chosen sound. More corrections
   * than `corrected` cues reject the change.
   */
  chooseTracks: {
    method: 'POST',
    path: '/muxvideos/tracks',
    access: 'active',
    right: 'edit',
    body: Passthrough.extend({
      sound: z.int().min(0).optional(),
      captions: z.union([z.int().min(0), z.enum(['file', 'speech'])]).optional(),
      again: z.boolean().default(false),
      corrected: z.int().min(0),
    }),
    reply: z.object({ msg: sentText }),
  },
  /** Looks into a recording for the tracks that an older version did not list. */
  lookForTracks: {
    method: 'POST',
    path: '/muxvideos/tracks/look',
    access: 'active',
    right: 'edit',
    body: Passthrough,
    reply: z.object({ msg: sentText }),
  },
  /**
   * Changes one cue; `n` counts from 0. Rejects a stale `start` (seconds) or `before` with the new text. Returns a
   * rule if the same words were corrected before.
   */
  editCue: {
    method: 'PATCH',
    path: '/muxvideos/transcript/cue',
    access: 'member',
    right: 'edit',
    body: Passthrough.extend({
      n: z.number().int().min(0),
      start: z.number().nonnegative(),
      before: boundedText(textLimits.old_line),
      text: shownText(textLimits.line),
    }),
    reply: z.object({ data: VideoDetail, offer: TermSuggestion.optional() }),
  },
  /**
   * In how many other recordings of the member somebody speaks who has the name of a speaker of this one, where any.
   */
  speakersElsewhere: {
    method: 'GET',
    path: '/muxvideos/transcript/speakers',
    access: 'member',
    right: 'edit',
    query: Passthrough,
    reply: z.object({ data: z.array(z.object({ name: sentText, recordings: z.number().int() })) }),
  },
  /** Gives a speaker another name everywhere, or only in the cues that are listed. Answers which cues it changed. */
  renameSpeaker: {
    method: 'PATCH',
    path: '/muxvideos/transcript/speaker',
    access: 'member',
    right: 'edit',
    body: Passthrough.extend({
      from: boundedText(200).min(1),
      to: shownText(textLimits.speaker),
      cues: z.array(z.number().int().min(0)).max(100_000).optional(),
    }),
    reply: z.object({ data: VideoDetail, cues: z.array(z.number().int()) }),
  },
});
