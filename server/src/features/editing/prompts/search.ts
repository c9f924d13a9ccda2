import { Problem } from '@lectern/contract/problem';
import type { SearchAnswer } from '@lectern/contract/editing/prompts';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Context } from '../../../platform/http/context.ts';
import { refuseShort } from '../../../platform/http/refuse-short.ts';
import { saveSearch, shownChaptersOf } from '../../outline/chapters-of.ts';
import { isSaid } from '../../transcripts/cues.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { answerQuestion } from './answer.ts';
import { runCharged } from './run-charged.ts';
import { promptSettingsOf } from '../../outline/settings.ts';
import { type QuestionTarget, questionTarget } from './question-range.ts';

type Question = { passthrough: string; prompt: string; start?: string | undefined; end?: string | undefined };

/** Passages of an answer at most, of the whole recording and of a part. */
const most = { recording: 6, part: 3 };

function whereOf({ stretch, chapter }: QuestionTarget, whole: boolean): string {
  if (whole) return 'this recording';
  if (chapter) return `the chapter “${chapter.title}”`;
  return `this recording from ${formatTimecode(stretch.start)} to ${formatTimecode(stretch.end)}`;
}

/**
 * Prepares to answer a question from one video, one chapter or one stretch of it, with the moments the answer rests on. A
 * chapter keeps its last answer.
 */
export async function aiSearch(
  ctx: Context<'active'>,
  question: Question,
): Promise<() => Promise<{ data: SearchAnswer }>> {
  const { passthrough, prompt } = question;
  refuseShort(prompt);
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.member.id, passthrough);
  const [said, chapters, settings] = await Promise.all([
    isSaid(db, video.id),
    shownChaptersOf(db, video.id),
    promptSettingsOf(db, ctx.member.id),
  ]);
  if (!said) throw new Problem('no_transcript');
  const asked = questionTarget(question, chapters, video.duration);
  const { stretch, chapter } = asked;
  const whole = question.start === undefined && question.end === undefined;
  const prepared = await answerQuestion(ctx, {
    memberId: ctx.member.id,
    videoId: video.id,
    stretch,
    where: whereOf(asked, whole),
    searchPrompt: settings.base_search_prompt,
    prompt,
    passages: whole ? most.recording : most.part,
    summary: video.summary,
    chapters: chapters.filter(({ start, end }) => start < stretch.end && end > stretch.start),
    signal: ctx.signal,
  });
  return async () => ({
    data: await runCharged(ctx, { operation: 'ai-search', videoId: video.id }, prepared, ({ answer }) => ({
      text: answer,
      async save(tx) {
        if (!chapter) return;
        if (await lockVideoIfThere(tx, video.id)) await saveSearch(tx, chapter.id, answer);
      },
    })),
  });
}
