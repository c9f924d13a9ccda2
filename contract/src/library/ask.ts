import { z } from 'zod';
import { SignedPlaybackId } from '../playback/playback.ts';
import { routes } from '../route.ts';
import { longestVisitorQuestion } from '../rules/visitor-questions.ts';
import { longestPrompt } from '../rules/prompts.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';

/** Words that were said, verbatim, and where they play. Seconds. */
export const LibraryCitation = z.object({
  upload_id: z.uuid(),
  playback_id: SignedPlaybackId,
  title: sentText,
  /** The chapter in which they are said; null where there are none. */
  chapter: sentText.nullable(),
  start: z.number(),
  end: z.number(),
  text: sentText,
});
export type LibraryCitation = z.infer<typeof LibraryCitation>;

/** The same to a visitor of a portal, where `key` names the recording. */
export const PortalCitation = LibraryCitation.omit({ upload_id: true, playback_id: true }).extend({ key: sentText });
export type PortalCitation = z.infer<typeof PortalCitation>;

const answerWith = <Citation extends z.ZodType>(citation: Citation) =>
  z.object({
    remark: sentText,
    sentences: z.array(z.object({ text: sentText, citations: z.array(z.int()) })),
    citations: z.array(citation),
  });

/** Sentences are a model's, each with the numbers, from 1, of its citations; without one there are citations alone. */
export const LibraryAnswer = answerWith(LibraryCitation);
export type LibraryAnswer = z.infer<typeof LibraryAnswer>;

export const PortalAnswer = answerWith(PortalCitation);
export type PortalAnswer = z.infer<typeof PortalAnswer>;

export const askRoutes = routes({
  /** Answers a question from all recordings of the workspace, or some. */
  ask: {
    method: 'POST',
    path: '/library/ask',
    access: 'active',
    right: 'ask',
    asksModel: true,
    body: z.object({
      question: trimmedText(longestPrompt).min(1),
      recordings: z.array(z.uuid()).min(1).max(100).optional(),
    }),
    reply: z.object({ data: LibraryAnswer }),
  },
  /** Answers a visitor's question from the recordings of a portal whose owner allows it. */
  askPortal: {
    method: 'POST',
    path: '/portal/:token/ask',
    access: 'capability',
    work: 'limited',
    asksModel: true,
    params: z.object({ token: boundedText(64).min(10) }),
    body: z.object({ question: trimmedText(longestVisitorQuestion).min(1) }),
    reply: z.object({ data: PortalAnswer }),
  },
});
