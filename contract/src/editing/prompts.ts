import { z } from 'zod';
import { routes } from '../route.ts';
import { longestPrompt } from '../rules/prompts.ts';
import { mostQuotes } from '../rules/quotes.ts';
import { VideoDetail } from '../videos/videos.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';

const Id = z.uuid();
const Message = z.object({ msg: sentText });
const Prompt = trimmedText(longestPrompt);

/** A moment an answer rests on. `start` in seconds; `text` verbatim from the transcript. */
export const Citation = z.object({ start: z.number(), text: sentText });
export type Citation = z.infer<typeof Citation>;

/**
 * Question and answer. `message` joins `system_message` (how to answer) and `user_message` (question). `remark` names
 * engine kind and sources; an `extractive` answer consists of citations, others rest on them.
 */
export const SearchAnswer = z.object({
  message: sentText,
  system_message: sentText,
  user_message: sentText,
  remark: sentText,
  answer: sentText,
  extractive: z.boolean(),
  citations: z.array(Citation),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const PromptSettings = z.object({
  custom_prompt: sentText,
  /** Quotes a chapter: 1 to 3. */
  quote_ct: z.int(),
  base_search_prompt: sentText,
});
export type PromptSettings = z.infer<typeof PromptSettings>;

export const promptRoutes = routes({
  settings: {
    method: 'GET',
    path: '/muxupload/prompt-settings',
    access: 'member',
    right: 'watch',
    query: z.object({ userId: Id }),
    reply: PromptSettings,
  },
  /** Without `quoteCt` the number of quotes stays as it is. */
  saveQuotePrompt: {
    method: 'POST',
    path: '/muxupload/update-custom-prompt',
    access: 'member',
    right: 'curate',
    body: z.object({ userId: Id, customPrompt: Prompt, quoteCt: z.number().int().min(1).max(mostQuotes).optional() }),
    reply: Message,
  },
  saveSearchPrompt: {
    method: 'POST',
    path: '/muxupload/update-base-search-prompt',
    access: 'member',
    right: 'curate',
    body: z.object({ userId: Id, customPrompt: Prompt }),
    reply: Message,
  },
  /**
   * Chooses new quotes for a chapter by prompt. `start` and `end` are HH:MM:SS; an `end` before the next chapter
   * excludes the rest. `selIndex` is 0-based.
   */
  updateQuote: {
    method: 'POST',
    path: '/muxupload/update-quote',
    access: 'active',
    right: 'edit',
    asksModel: true,
    body: z.object({
      passthrough: Id,
      start: boundedText(12),
      end: boundedText(12).optional(),
      selIndex: z.number().int().min(0),
      newQuotePrompt: Prompt,
    }),
    reply: z.object({ data: z.object({ data: VideoDetail }) }),
  },
  /** Answers a question from one video, from the chapter that begins at `start`, or from `start` to `end`, HH:MM:SS. */
  search: {
    method: 'POST',
    path: '/muxupload/ai-search',
    access: 'active',
    right: 'ask',
    asksModel: true,
    body: z.object({
      passthrough: Id,
      prompt: Prompt,
      start: boundedText(12).optional(),
      end: boundedText(12).optional(),
    }),
    reply: z.object({ data: SearchAnswer }),
  },
});
