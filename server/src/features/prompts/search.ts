import { Problem } from '@lectern/contract/problem';
import type { SearchAnswer } from '@lectern/contract/prompts';
import { shortestPrompt } from '@lectern/contract/rules/prompts';
import { formatTimecode, parseTimecode } from '@lectern/contract/rules/timecode';
import type { Context } from '../../platform/context.ts';
import { chaptersOf, replaceChapters } from '../chapters/chapters-of.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { ownVideo } from '../videos/find.ts';
import { charged } from './charged.ts';
import { findPassages } from './passages.ts';
import { settingsOf } from './settings.ts';

type Question = { passthrough: string; prompt: string; start?: string | undefined; end?: string | undefined };

/** Passages of an answer at most, of the whole recording and of one chapter. */
const most = { recording: 6, chapter: 3 };

/** Characters. */
const longest = 4_000;

/**
 * Answers a question from one video, or one chapter of it, with the moments it rests on. The built-in engine does not
 * write: it gives the passages that speak of the question, verbatim, and says so. A chapter keeps its last answer.
 */
export async function aiSearch(ctx: Context<'active'>, question: Question): Promise<{ data: SearchAnswer }> {
  const { passthrough, prompt } = question;
  if (prompt.length <= shortestPrompt)
    throw new Problem('bad_request', { detail: `Please write more than ${shortestPrompt} characters.` });
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.member.id, passthrough);
  const [cues, chapters, settings] = await Promise.all([
    cuesOf(db, video.id),
    chaptersOf(db, video.id),
    settingsOf(db, ctx.member.id),
  ]);
  if (cues.length === 0) throw new Problem('no_transcript');
  const from = question.start === undefined ? undefined : parseTimecode(question.start);
  const chapter =
    from === undefined ? undefined : chapters.find(({ start }) => Math.abs(Math.floor(start) - from) <= 1);
  if (question.start !== undefined && !chapter)
    throw new Problem('not_found', { detail: 'This chapter has changed. Please reload the page.' });
  const stretch = chapter ?? { start: 0, end: video.duration };

  const systemPrompt = settings.base_search_prompt;
  const asked = { operation: 'ai-search', videoId: video.id, systemPrompt, customPrompt: prompt, longest } as const;
  const data = await charged(ctx, asked, async () => {
    const quotes = chapter ? most.chapter : most.recording;
    const passages = await findPassages({ cues, stretch, quotes }, prompt);
    const citations = passages.quotes.map(({ start, quote }) => ({ start, text: quote }));
    const where = chapter ? `the chapter “${chapter.title}”` : 'this recording';
    const answer =
      citations.length === 0
        ? `Nothing in ${where} speaks of this.`
        : citations.map(({ start, text }) => `${formatTimecode(start)} ${text}`).join('\n\n');
    const result: SearchAnswer = {
      message: `The built-in engine quotes what was said in ${where}; it does not write answers of its own.`,
      system_message: systemPrompt,
      user_message: prompt,
      answer,
      citations,
    };
    return {
      result,
      text: answer,
      save: async (tx) => {
        if (!chapter) return;
        const now = await chaptersOf(tx, video.id);
        await replaceChapters(
          tx,
          video.id,
          now.map((each) => (each.id === chapter.id ? { ...each, search: answer } : each)),
        );
      },
    };
  });
  return { data };
}
