import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import { refuseShort } from '../../../platform/http/refuse-short.ts';
import { asQuotes, chaptersOf, recordChapters, replaceChapters, shownChaptersOf } from '../../outline/chapters-of.ts';
import { verifiedQuotes } from '../../outline/verify-quotes.ts';
import { cuesOf, isSaid } from '../../transcripts/cues.ts';
import { loadVideoAsset } from '../asset.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { runCharged } from './run-charged.ts';
import { chooseQuotes } from './choose-quotes.ts';
import { promptSettingsOf } from '../../outline/settings.ts';
import { resolveChapterRange } from './question-range.ts';

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
export async function updateQuote(
  ctx: Context<'active'>,
  wish: Wish,
): Promise<() => Promise<{ data: { data: VideoDetail } }>> {
  const { passthrough, start, end, selIndex, newQuotePrompt } = wish;
  refuseShort(newQuotePrompt);
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.member.id, passthrough);
  const [chapters, said, { custom_prompt, quote_ct }] = await Promise.all([
    shownChaptersOf(db, video.id),
    isSaid(db, video.id),
    promptSettingsOf(db, ctx.member.id),
  ]);
  if (!said) throw new Problem('no_transcript');
  const chapter = chapters[selIndex];
  const stretch = resolveChapterRange(chapter, start, end);
  const room = quote_ct - (chapter?.quotes.filter(({ edited }) => edited).length ?? 0);
  if (room <= 0) throw new Problem('quotes_kept');

  const choice = { videoId: video.id, stretch, quotePrompt: custom_prompt, prompt: newQuotePrompt, quotes: room };
  const prepared = await chooseQuotes(ctx, { ...choice, memberId: ctx.member.id, signal: ctx.signal });
  return async () => {
    await runCharged(ctx, { operation: 'update-quote', videoId: video.id }, prepared, (quotes) => ({
      text: quotes.map(({ quote }) => quote).join('\n'),
      async save(tx) {
        await lockVideo(tx, video.id);
        const now = await chaptersOf(tx, video.id);
        const there = now.find(({ id }) => id === chapter?.id);
        if (!there) throw new Problem('not_found', { detail: 'This chapter has changed. Please reload the page.' });
        const kept = there.quotes.filter(({ edited }) => edited);
        const proven = verifiedQuotes(asQuotes(quotes), await cuesOf(tx, video.id), there.start);
        const chosen = [...kept, ...proven.slice(0, Math.max(0, quote_ct - kept.length))];
        await replaceChapters(
          tx,
          video.id,
          now.map((each) => (each === there ? { ...each, quotes: chosen } : each)),
        );
        await recordChapters(ctx, tx, video, 'member');
      },
    }));
    const asset = await ctx.database.snapshot(async (tx) =>
      loadVideoAsset(tx, await ownVideo(tx, ctx.member.id, passthrough)),
    );
    return { data: { data: asset } };
  };
}
