import { randomUUID } from 'node:crypto';
import { indexSearchKeys } from '../src/features/library/search/search-keys.ts';
import { insertChapters } from '../src/features/outline/chapters-of.ts';
import { asKeySentence, personsQuote } from '../src/features/outline/verify-quotes.ts';
import { replaceSlides } from '../src/features/outline/slides/stored-slides.ts';
import { replaceCues } from '../src/features/transcripts/cues.ts';
import { foldTranscript } from '../src/features/transcripts/search-query.ts';
import type { World } from '../src/platform/http/context.ts';
import type { TestMember } from './member.ts';

/** The texts of a video; everything else of it is of no matter here. */
export type StoredTexts = {
  title?: string;
  description?: string;
  assetId?: string;
  captionsTrackId?: string;
  playbackId?: string;
  pictured?: boolean;
  said?: readonly string[];
  chapters?: readonly { title?: string; summary?: string; quote?: string; isKey?: boolean }[];
  slide?: string;
};

/** Seconds of a cue, and of a chapter. */
export const cueLength = 4;
export const chapterLength = 60;

/** Stores a video of these texts, as the pipeline would, and resolves with its id. */
export const storeTexts = (
  { database }: Pick<World, 'database'>,
  owner: TestMember,
  texts: StoredTexts,
): Promise<string> =>
  database.transaction(async (tx) => {
    const id = randomUUID();
    await tx
      .insertInto('videos')
      .values({
        id,
        workspace_id: owner.session.id,
        title: texts.title ?? 'Untitled',
        description: texts.description ?? '',
        asset_id: texts.assetId ?? randomUUID(),
        playback_id: texts.playbackId ?? randomUUID(),
        captions_track_id: texts.captionsTrackId ?? null,
        has_thumbnail: texts.pictured ?? false,
        duration: 600,
      })
      .execute();
    const cues = (texts.said ?? []).map((text, n) => ({ start: n * cueLength, end: (n + 1) * cueLength, text }));
    await replaceCues(tx, id, cues);
    await foldTranscript(tx, id);
    if (texts.slide !== undefined)
      await replaceSlides(tx, id, [{ start: 1, end: 2, title: 'A slide', text: texts.slide }]);
    await insertChapters(
      tx,
      id,
      (texts.chapters ?? []).map(({ title = 'A chapter', summary = '', quote, isKey = false }, n) => ({
        start: n * chapterLength,
        end: (n + 1) * chapterLength,
        title,
        summary,
        quotes: quote ? [asKeySentence(personsQuote({ quote, timecode: '00:00:05' }), isKey)] : [],
        search: '',
        edited: [],
      })),
    );
    await indexSearchKeys(tx, id);
    return id;
  });
