import { chapterAgain, type Outline } from '@lectern/chaptering/outline';
import { cuesOf } from '../transcripts/cues.ts';
import { digestOf } from '../transcripts/digest.ts';
import { lockVideo } from '../videos/lock.ts';
import type { Step } from '../videos/pipeline.ts';
import { saveOutlineTexts } from '../videos/outline-texts.ts';
import { asQuotes, chaptersOf, type NewChapter, replaceChapters } from './chapters-of.ts';
import { keepEdits } from './keep-edits.ts';
import { makeOutline } from './make-outline.ts';
import { provenQuotes } from './prove-quotes.ts';

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

/** Title, description, summary and chapters with their quotes. What a person wrote is never overwritten. */
export const chaptersStep: Step = async (world, video, run) => {
  const cues = await cuesOf(world.database.kysely, video.id);
  const made = await makeOutline(world, video, run.signal);
  return {
    note: made.chapters.length === 1 ? '1 chapter' : `${made.chapters.length} chapters`,
    save: async (tx) => {
      await lockVideo(tx, video.id);
      // A line may have been changed while the engine ran, or another transcript have come for the chapters that are kept.
      const said = await cuesOf(tx, video.id);
      const edited = (await chaptersOf(tx, video.id)).filter((chapter) => chapter.edited.length > 0);
      const chapters = keepEdits(asNewChapters(made), edited, (span) => {
        const again = chapterAgain(cues, span);
        return { title: again.title, summary: again.summary, quotes: asQuotes(again.quotes) };
      });
      await replaceChapters(
        tx,
        video.id,
        chapters.map((chapter) => ({ ...chapter, quotes: provenQuotes(chapter.quotes, said, chapter.start) })),
      );
      await saveOutlineTexts(tx, video.id, made);
      await tx
        .updateTable('videos')
        .set({ outline_of: digestOf(cues) })
        .where('id', '=', video.id)
        .execute();
    },
  };
};
