import type { VideoAsset } from '@lectern/contract/videos';
import { Problem } from '@lectern/contract/problem';
import { shortestPrompt } from '@lectern/contract/rules/prompts';
import { parseTimecode } from '@lectern/contract/rules/timecode';
import type { Context } from '../../platform/context.ts';
import { asQuotes, chaptersOf, replaceChapters } from '../chapters/chapters-of.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { assetOf } from '../videos/asset.ts';
import { ownVideo } from '../videos/find.ts';
import { charged } from './charged.ts';
import { findPassages } from './passages.ts';
import { settingsOf } from './settings.ts';

type Wish = { passthrough: string; start: string; selIndex: number; newQuotePrompt: string };

/** Characters of three quotes at most. */
const longest = 1_200;

/**
 * Chooses the quotes of one chapter anew by a prompt: by the built-in engine, which filters and ranks the chapter's
 * passages by the words of the prompt. Quotes a person has edited stay. Throws `no_transcript` and `no_passages`.
 */
export async function updateQuote(ctx: Context<'active'>, wish: Wish): Promise<{ data: { data: VideoAsset } }> {
  const { passthrough, start, selIndex, newQuotePrompt } = wish;
  if (newQuotePrompt.length <= shortestPrompt)
    throw new Problem('bad_request', { detail: `Please write more than ${shortestPrompt} characters.` });
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.member.id, passthrough);
  const [chapters, cues, settings] = await Promise.all([
    chaptersOf(db, video.id),
    cuesOf(db, video.id),
    settingsOf(db, ctx.member.id),
  ]);
  if (cues.length === 0) throw new Problem('no_transcript');
  const second = parseTimecode(start);
  const chapter = chapters[selIndex];
  // The list may have changed since the page was loaded: the start must be the one of the chapter it counts to.
  if (!chapter || second === undefined || Math.abs(Math.floor(chapter.start) - second) > 1)
    throw new Problem('not_found', { detail: 'This chapter has changed. Please reload the page.' });

  const asked = { operation: 'update-quote', videoId: video.id, systemPrompt: settings.custom_prompt } as const;
  await charged(ctx, { ...asked, customPrompt: newQuotePrompt, longest }, async () => {
    const { quotes } = await findPassages({ cues, stretch: chapter, quotes: settings.quote_ct }, newQuotePrompt);
    if (quotes.length === 0) throw new Problem('no_passages');
    return {
      result: undefined,
      text: quotes.map(({ quote }) => quote).join('\n'),
      save: async (tx) => {
        const now = await chaptersOf(tx, video.id);
        const kept = now.find(({ id }) => id === chapter.id)?.quotes.filter(({ edited }) => edited) ?? [];
        const chosen = [...kept, ...asQuotes(quotes).slice(0, Math.max(0, settings.quote_ct - kept.length))];
        await replaceChapters(
          tx,
          video.id,
          now.map((each) => (each.id === chapter.id ? { ...each, quotes: chosen } : each)),
        );
      },
    };
  });
  return ctx.database.snapshot(async (tx) => ({
    data: { data: await assetOf(tx, await ownVideo(tx, ctx.member.id, passthrough)) },
  }));
}
