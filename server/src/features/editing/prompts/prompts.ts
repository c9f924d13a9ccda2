import { type SearchAnswer, promptRoutes } from '@lectern/contract/editing/prompts';
import { Problem } from '@lectern/contract/problem';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { promptSettings, saveQuotePrompt, saveSearchPrompt, promptSettingsOf } from '../../outline/settings.ts';
import { refuseShort } from '../../../platform/http/refuse-short.ts';
import { chapterEdits, recordEdits } from '../history/edits.ts';
import { saveSearch, shownChaptersOf, asQuotes, chaptersOf, updateChapters } from '../../outline/chapters-of.ts';
import { isSaid, cuesOf } from '../../transcripts/cues.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { lockVideoIfThere, lockVideo } from '../../videos/lock-video.ts';
import { answerQuestion } from './answer.ts';
import { inTurn } from './question-turns.ts';
import { chargedTo, runCharged } from './run-charged.ts';
import { type QuestionTarget, questionTarget, resolveChapterRange } from './question-range.ts';
import { verifiedQuotes } from '../../outline/verify-quotes.ts';
import { loadVideoAsset } from '../asset.ts';
import { chooseQuotes } from './choose-quotes.ts';

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
async function aiSearch(ctx: Context<'active'>, question: Question): Promise<() => Promise<{ data: SearchAnswer }>> {
  const { passthrough, prompt } = question;
  refuseShort(prompt);
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.workspace.id, passthrough);
  const [said, chapters, settings] = await Promise.all([
    isSaid(db, video.id),
    shownChaptersOf(db, video.id),
    promptSettingsOf(db, ctx.workspace.id),
  ]);
  if (!said) throw new Problem('no_transcript');
  const asked = questionTarget(question, chapters, video.duration);
  const { stretch, chapter } = asked;
  const whole = question.start === undefined && question.end === undefined;
  const prepared = await answerQuestion(ctx, {
    workspaceId: ctx.workspace.id,
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
    data: await runCharged(
      ctx,
      { operation: 'ai-search', videoId: video.id, ...chargedTo(ctx) },
      prepared,
      ({ answer }) => ({
        text: answer,
        async save(tx) {
          if (!chapter) return;
          if (await lockVideoIfThere(tx, video.id)) await saveSearch(tx, chapter.id, answer);
        },
      }),
    ),
  });
}

type Wish = {
  passthrough: string;
  start: string;
  end?: string | undefined;
  selIndex: number;
  newQuotePrompt: string;
};

/**
 * Prepares new quotes for a chapter up to `end`. Edited quotes stay; without room beside them: `quotes_kept`, free of
 * charge. Throws `no_transcript` and `no_passages`.
 */
async function updateQuote(
  ctx: Context<'active'>,
  wish: Wish,
): Promise<() => Promise<{ data: { data: VideoDetail } }>> {
  const { passthrough, start, end, selIndex, newQuotePrompt } = wish;
  refuseShort(newQuotePrompt);
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.workspace.id, passthrough);
  const [chapters, said, { custom_prompt, quote_ct }] = await Promise.all([
    shownChaptersOf(db, video.id),
    isSaid(db, video.id),
    promptSettingsOf(db, ctx.workspace.id),
  ]);
  if (!said) throw new Problem('no_transcript');
  const chapter = chapters[selIndex];
  const stretch = resolveChapterRange(chapter, start, end);
  const room = quote_ct - (chapter?.quotes.filter(({ edited }) => edited).length ?? 0);
  if (room <= 0) throw new Problem('quotes_kept');

  const choice = { videoId: video.id, stretch, quotePrompt: custom_prompt, prompt: newQuotePrompt, quotes: room };
  const prepared = await chooseQuotes(ctx, { ...choice, workspaceId: ctx.workspace.id, signal: ctx.signal });
  return async () => {
    await runCharged(ctx, { operation: 'update-quote', videoId: video.id, ...chargedTo(ctx) }, prepared, (quotes) => ({
      text: quotes.map(({ quote }) => quote).join('\n'),
      async save(tx) {
        await lockVideo(tx, video.id);
        const now = await chaptersOf(tx, video.id);
        const there = now.find(({ id }) => id === chapter?.id);
        if (!there) throw new Problem('not_found', { detail: 'This chapter has changed. Please reload the page.' });
        const kept = there.quotes.filter(({ edited }) => edited);
        const proven = verifiedQuotes(asQuotes(quotes), await cuesOf(tx, video.id), there.start);
        const chosen = [...kept, ...proven.slice(0, Math.max(0, quote_ct - kept.length))];
        const chapters = now.map((each) => (each === there ? { ...each, quotes: chosen } : each));
        await recordEdits(tx, ctx, video.id, chapterEdits(now, chapters));
        await updateChapters(ctx, tx, { video, by: 'member' }, now, chapters);
      },
    }));
    const asset = await ctx.database.snapshot(async (tx) =>
      loadVideoAsset(ctx, tx, await ownVideo(tx, ctx.workspace.id, passthrough)),
    );
    return { data: { data: asset } };
  };
}

export const prompts = feature(promptRoutes, {
  settings: promptSettings,
  saveQuotePrompt,
  saveSearchPrompt,
  updateQuote: inTurn(updateQuote),
  search: inTurn(aiSearch),
});
