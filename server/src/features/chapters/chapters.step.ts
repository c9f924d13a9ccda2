import type { Outline } from '@lectern/chaptering/outline';
import type { StoredChapter } from '../../platform/database/tables.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { digestOf } from '../transcripts/digest.ts';
import { lockVideo } from '../videos/lock.ts';
import type { Step } from '../videos/pipeline.ts';
import { saveOutlineTexts } from '../videos/outline-texts.ts';
import { asQuotes, chaptersOf, type NewChapter, replaceChapters } from './chapters-of.ts';
import { keepEarlier, outlineOf } from './earlier-outline.ts';
import { keepEdits, spansAgain } from './keep-edits.ts';
import { keepIds } from './keep-ids.ts';
import { makeOutline } from './make-outline.ts';
import { provenChapters } from './prove-quotes.ts';
import { writerAgain } from './write-again.ts';

const asNewChapters = (made: Outline): NewChapter[] =>
  made.chapters.map((chapter) => ({
    start: chapter.start,
    end: chapter.end,
    title: chapter.title,
    summary: chapter.summary,
    quotes: asQuotes(chapter.quotes),
    search: '',
    edited: [],
  }));

const editedOf = (chapters: readonly StoredChapter[]): StoredChapter[] =>
  chapters.filter(({ edited }) => edited.length > 0);

/** Title, description, summary and chapters with their quotes. What a person wrote is never overwritten. */
export const chaptersStep: Step = async (world, video, run) => {
  const db = world.database.kysely;
  const cues = await cuesOf(db, video.id);
  const edited = async () => editedOf(await chaptersOf(db, video.id));
  const kept = (await edited()).map(({ start }) => start);
  const { outline, engine, quotes, problem, settle } = await makeOutline(world, video, cues, kept, run);
  const fresh = asNewChapters(outline);
  const again = await writerAgain({ cues, outline, quotes }, spansAgain(fresh, await edited()), run.signal);
  return {
    note: outline.chapters.length === 1 ? '1 chapter' : `${outline.chapters.length} chapters`,
    ...(problem === undefined ? {} : { problem }),
    save: async (tx) => {
      await lockVideo(tx, video.id);
      // A line may have been changed while the engine ran, or another transcript have come for the chapters that are kept.
      const said = await cuesOf(tx, video.id);
      const before = await outlineOf(tx, video.id);
      const chapters = keepEdits(fresh, editedOf(before.chapters), again);
      await replaceChapters(tx, video.id, keepIds(provenChapters(chapters, said), before.chapters));
      if (before.chapters.length > 0)
        await keepEarlier(tx, video.id, {
          kind: 'chapters',
          outline: { ...before, chapters: provenChapters(before.chapters, said) },
          at: world.now(),
        });
      await saveOutlineTexts(tx, video.id, outline, engine);
      await tx
        .updateTable('videos')
        .set({ outline_of: digestOf(cues) })
        .where('id', '=', video.id)
        .execute();
      await settle(tx);
    },
  };
};
