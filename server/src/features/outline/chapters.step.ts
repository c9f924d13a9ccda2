import { tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import { slidesOf } from './slides/stored-slides.ts';
import { cuesOf, digestTranscript } from '../transcripts/cues.ts';
import { lockVideo } from '../videos/lock-video.ts';
import type { StepHandler } from '../videos/pipeline.ts';
import { saveOutlineTexts } from '../videos/outline-texts.ts';
import { asNewChapters, chaptersOf, replaceChapters } from './chapters-of.ts';
import { collectEvidence } from './segmentation-input.ts';
import { saveOutlineHistory, outlineOf } from './outline-history.ts';
import { keepEdits, spansToRewrite, keepIds } from './merge-chapter-edits.ts';
import { makeOutline } from './make-outline.ts';
import { looksAtQuotes, provenChapters } from './verify-quotes.ts';
import { requestedChapterCount, rankPlaces, savePlaces } from './boundary-candidates.ts';
import { resizeOutline, createChapterRewriter } from './rewrite-chapters.ts';
import { titleBySlides } from './slide-titles.job.ts';
import { inOwnPlace } from '../../platform/subprocess/thread.ts';

const editedOf = (chapters: readonly StoredChapter[]): StoredChapter[] =>
  chapters.filter(({ edited }) => edited.length > 0);

/** Title, description, summary and chapters with their quotes. What a person wrote is never overwritten. */
export const chaptersStep: StepHandler = async (world, video, run) => {
  const db = world.database.kysely;
  const cues = await cuesOf(db, video.id);
  const edited = async () => editedOf(await chaptersOf(db, video.id));
  const kept = (await edited()).map(({ start }) => start);
  const shown = await slidesOf(db, video.id);
  const evidence = collectEvidence(video, shown);
  const { outline, engine, quotes, problem, settle } = await makeOutline(world, video, { cues, evidence, kept }, run);
  const wish = await requestedChapterCount(db, video.id);
  const found = asNewChapters(outline);
  const starts = found.slice(1).map(({ start }) => start);
  const places = await rankPlaces(cues, evidence, [...starts, ...kept], inOwnPlace(run.signal));
  const fresh = wish
    ? await resizeOutline(wish, { found, places, said: { cues, shown }, quotes, video }, run.signal)
    : found;
  const again = await createChapterRewriter(
    { cues, shown, outline, quotes },
    spansToRewrite(fresh, await edited()),
    run.signal,
  );
  // Nobody is offered to have a summary written of hardly any words.
  const told = problem ?? (outline.summary === '' ? tooFewWordsNotice : undefined);
  return {
    note: fresh.length === 1 ? '1 chapter' : `${fresh.length} chapters`,
    ...(told === undefined ? {} : { problem: told }),
    save: async (tx) => {
      await lockVideo(tx, video.id);
      // A line may have been changed while the engine ran, or another transcript have come for the chapters that are kept.
      const said = await cuesOf(tx, video.id);
      const before = await outlineOf(tx, video.id);
      const chapters = keepEdits(fresh, editedOf(before.chapters), again);
      const looks = looksAtQuotes();
      const written = keepIds(provenChapters(chapters, said, looks), before.chapters);
      await replaceChapters(world, tx, { video, by: 'engine' }, written);
      if (before.chapters.length > 0)
        await saveOutlineHistory(tx, video.id, {
          kind: 'chapters',
          outline: { ...before, chapters: provenChapters(before.chapters, said, looks) },
          at: world.now(),
        });
      await savePlaces(tx, video.id, places);
      await saveOutlineTexts(tx, video.id, outline, { engine, of: digestTranscript(cues) });
      // Slides that were read meanwhile have not been seen.
      if ((await slidesOf(tx, video.id)).length !== shown.length) await titleBySlides(world, tx, video);
      await settle(tx);
    },
  };
};
