import { tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { videoById } from '../videos/find-video.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { replaceSummary } from '../videos/outline-texts.ts';
import { setStepNotice } from '../videos/pipeline.ts';
import { saveOutlineHistory, outlineOf } from './outline-history.ts';
import { makeSummary, notByModelNotice } from './make-summary.ts';

/**
 * Rewrites a video's summary, because the person asked for it; one they wrote themselves stays. What keeps the model
 * from it is told at the chapters.
 */
export const summaryJob: JobDefinition<{ videoId: string }> = {
  name: 'summary',
  // It may wait for a language model: one member's leaves a place to the others.
  slots: 2,
  fairByMember: true,
  maxPerMember: 1,
  async run(world, { videoId }, { signal }) {
    const video = await videoById(world.database.kysely, videoId);
    if (!video) return;
    const cues = await cuesOf(world.database.kysely, videoId);
    const { summary, problem, settle } = await makeSummary(world, video, cues, signal);
    await world.database.transaction(async (tx) => {
      // Deleted meanwhile: its tokens were released with it, or what it has cost is settled.
      if (!(await lockVideoIfThere(tx, videoId))) return settle(tx);
      const before = await outlineOf(tx, videoId);
      const isPersons = before.summary_by_person && before.summary !== '';
      if (summary !== undefined && !isPersons) {
        if (before.summary !== '')
          await saveOutlineHistory(tx, videoId, { kind: 'summary', outline: before, at: world.now() });
        await replaceSummary(tx, videoId, summary);
      }
      await setStepNotice(
        tx,
        videoId,
        'chapters',
        summary === '' && before.summary === ''
          ? { beginning: tooFewWordsNotice, problem: tooFewWordsNotice }
          : { beginning: notByModelNotice, problem },
      );
      await settle(tx);
    });
  },
};
