import { isCodeName } from '@lectern/contract/rules/code-name';
import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import { builtinEngine } from './language/prompt.ts';
import { slidesOf } from './slides/stored-slides.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { videoById } from '../videos/find-video.ts';
import { changeOutlineTexts } from '../videos/outline-texts.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { stepRowsOf } from '../videos/step-jobs.ts';
import { updateChapters, chaptersVersion } from './chapters-of.ts';
import { earlierOutline, saveOutlineHistory, outlineOf } from './outline-history.ts';
import type { SlideTitlesInput, Titles } from './slide-titles.thread.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Hours in which chapters are new: older ones have been linked to and published, and change when a person asks for it.
 */
const newFor = 24;

type Outlined = Awaited<ReturnType<typeof outlineOf>>;

/** Whether all of it is as the built-in engine left it. A language model has named its chapters itself. */
const isUntouched = ({ outline_engine: engine, title_by_person: titled, chapters }: Outlined): boolean =>
  engine === builtinEngine && !titled && chapters.length > 0 && chapters.every(({ edited }) => edited.length === 0);

/**
 * Titles new chapters, and recordings with a code as file name, after their slides, unless edited or undone. Undoable
 * like a regeneration. Repeatable: titled chapters stay.
 */
export const slideTitlesJob: JobDefinition<World, { videoId: string }> = {
  name: 'slide-titles',
  fairByMember: true,
  async run(world, { videoId }, { signal }) {
    const db = world.database.kysely;
    const video = await videoById(db, videoId);
    if (!video) return;
    const before = await outlineOf(db, videoId);
    if (!isUntouched(before) || !(await areNew(world, videoId))) return;
    const material = { cues: await cuesOf(db, videoId), chapters: before.chapters, shown: await slidesOf(db, videoId) };
    const module = new URL('./slide-titles.thread.ts', import.meta.url);
    const titles = await inThread<Titles>(module, material satisfies SlideTitlesInput, inOwnPlace(signal));
    // A file name that says something has named the recording.
    const whole = isCodeName(video.file_name ?? '') ? titles.whole : undefined;
    if (whole === undefined && titles.chapters.every((title) => title === undefined)) return;
    await world.database.transaction(async (tx) => {
      if (!(await lockVideoIfThere(tx, videoId))) return;
      const present = await outlineOf(tx, videoId);
      // Somebody was faster: an edit, or another run, which has read the slides itself.
      if (chaptersVersion(present.chapters) !== chaptersVersion(before.chapters) || !isUntouched(present)) return;
      const earlier = await earlierOutline(tx, videoId);
      if (earlier?.restored) return;
      // An outline kept from before this run is worth more to the person than the recent titles.
      if (!earlier) await saveOutlineHistory(tx, videoId, { kind: 'titled', outline: present, at: world.now() });
      const chapters = present.chapters.map((chapter, n) => ({
        ...chapter,
        title: titles.chapters[n] ?? chapter.title,
      }));
      await updateChapters(world, tx, { video, by: 'engine' }, present.chapters, chapters);
      if (whole !== undefined) await changeOutlineTexts(tx, videoId, { title: whole, title_from: 'slide' });
    });
  },
};

async function areNew({ database, now }: Pick<World, 'database' | 'now'>, videoId: string): Promise<boolean> {
  const written = (await stepRowsOf(database.kysely, [videoId])).find(({ step }) => step === 'chapters');
  if (written?.state !== 'done' || !written.finished_at) return false;
  return now().getTime() - new Date(written.finished_at).getTime() < newFor * hour;
}

/** Has the chapters of a video look at its slides, which were read after they were written. */
export const titleBySlides = (
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  video: { id: string; workspace_id: string },
): Promise<unknown> =>
  jobs.enqueue(
    'slide-titles',
    { videoId: video.id },
    { tx, key: `slide-titles/${video.id}`, member: video.workspace_id },
  );
