import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { Problem } from '@lectern/contract/problem';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { TermSuggestion } from '@lectern/contract/transcripts/glossary';
import type { Input, Reply } from '@lectern/contract/route';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { feature } from '../../platform/http/serve.ts';
import { ownVideo } from '../videos/find-video.ts';
import { changedElsewhere } from '../accounts/workspaces/changed-elsewhere.ts';
import { lastEdit, recordEdits } from './history/edits.ts';
import {
  earlierOutline,
  outlineOf,
  outlineReplacedAt,
  replaceEarlierOutline,
  replaceOutlineHistory,
  replaceOutline,
} from '../outline/outline-history.ts';
import { outlineChanges } from '../outline/outline-changes.ts';
import { redrawChapters } from './resize-chapters.ts';
import { chooseTracks, lookForTracks } from './choose-tracks.ts';
import { loadTracks } from './tracks.ts';
import type { Context } from '../../platform/http/context.ts';
import { noteCorrection } from '../transcripts/glossary/rules-of.ts';
import { loadVideoAsset } from './asset.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { correctLines, transcriptChanged } from './correct-lines.ts';
import { cuesOf, originalCueText, changeSpeaker, recordingsOfSpeakers, speakerNamesOf } from '../transcripts/cues.ts';
import { isLabel } from '../transcripts/label-cues.ts';
import { videosOfWorkspace } from '../videos/plan-limit.ts';
import type { StoredOutline } from '../../platform/database/stored-outline.ts';
import { forgetPlaces } from '../outline/boundary-candidates.ts';
import { carryEdits } from '../outline/outline-changes.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';
import { provenChapters } from '../outline/verify-quotes.ts';

/** Times in WebVTT have three digits after the point. */
const precision = 0.002;

/**
 * Changes a cue, its search index, and quotes and highlights cut from it; may offer a rule. Throws `line_changed` with
 * the present text when the cue changed meanwhile.
 */
async function editCue(
  ctx: Context<'member'>,
  { passthrough, n, start, before, text: wanted }: Input<typeof transcriptRoutes.editCue>,
): Promise<{ data: VideoDetail; offer?: TermSuggestion | undefined }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    const cues = await cuesOf(tx, video.id);
    const cue = cues[n];
    if (!cue || Math.abs(cue.start - start) > precision) throw new Problem('line_changed');
    if (visibleText(cue.text) !== visibleText(before))
      throw await changedElsewhere(tx, ctx, await lastEdit(tx, video.id, { fields: ['cue'], cueStart: cue.start }), {
        code: 'line_changed',
        what: 'this line',
        rest: `It now reads: “${cue.text}” Save again to overwrite it.`,
        usual: `This line has been changed somewhere else. It now reads: “${cue.text}” Save again to overwrite it.`,
      });
    if (cue.text === wanted) return { data: await loadVideoAsset(ctx, tx, video) };
    const changed = await correctLines(ctx, tx, video, cues, [{ n, text: wanted }], 'person');
    await recordEdits(tx, ctx, video.id, [{ field: 'cue', cueStart: cue.start, before: cue.text, after: wanted }]);
    const heard = (await originalCueText(tx, video.id, n)) ?? cue.text;
    const line = { workspaceId: ctx.workspace.id, videoId: video.id, start: cue.start, heard, now: wanted };
    const offer = await noteCorrection(tx, line);
    return { data: await loadVideoAsset(ctx, tx, changed), ...(offer ? { offer } : {}) };
  });
}

/**
 * Renames a speaker throughout a video or in the listed cues, so that a merge can be taken back. Throws
 * `speaker_changed` when that speaker no longer exists.
 */
async function renameSpeaker(
  ctx: Context<'member'>,
  { passthrough, from, to: name, cues: chosen }: Input<typeof transcriptRoutes.renameSpeaker>,
): Promise<{ data: VideoDetail; cues: number[] }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    const before = await cuesOf(tx, video.id);
    const cues = await changeSpeaker(tx, video.id, { from, to: name, cues: chosen });
    if (cues.length === 0) throw new Problem('speaker_changed');
    await recordEdits(tx, ctx, video.id, [{ field: 'speaker', cues, before: from, after: name }]);
    const changed = await transcriptChanged(ctx, tx, video, before);
    const learn = { tx, member: video.workspace_id };
    if (ctx.speakers)
      for (const each of new Set([from, name]))
        await ctx.jobs.enqueue('learn-voice', { videoId: video.id, name: each, by: ctx.member.id }, learn);
    // Nobody can listen to what is still theirs: what the voice sounded like of whom the name is taken is forgotten.
    else if (name !== from)
      await ctx.jobs.enqueue('learn-voice', { videoId: video.id, name: from, taken: true }, learn);
    return { data: await loadVideoAsset(ctx, tx, changed), cues };
  });
}

/** Where else the speakers of a video speak. Nobody is somebody else's 'Speaker 2'. */
async function speakersElsewhere(
  { database: { kysely: db }, workspace }: Context<'member'>,
  { passthrough }: Input<typeof transcriptRoutes.speakersElsewhere>,
): Promise<Reply<typeof transcriptRoutes.speakersElsewhere>> {
  const video = await ownVideo(db, workspace.id, passthrough);
  const names = (await speakerNamesOf(db, video.id)).filter((name) => !isLabel(name));
  const others = (await videosOfWorkspace(db, workspace.id)).filter((id) => id !== video.id);
  return { data: await recordingsOfSpeakers(db, others, names) };
}

/**
 * Idempotently swaps present and kept outline, carrying edits over. Throws `edits_left` for unmatched edits,
 * `nothing_to_undo` also after newer regenerations unless `earlier`, `not_ready` while chapters are being written.
 */
async function restoreOutline(
  ctx: Context<'member'>,
  { passthrough, at, restored, leaving, earlier }: Input<typeof outlineRoutes.restore>,
): Promise<{ data: VideoDetail }> {
  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    const last = await earlierOutline(tx, video.id);
    const isLast = last?.regenerated_at.getTime() === new Date(at).getTime();
    const kept = isLast ? last : earlier && (await outlineReplacedAt(tx, video.id, new Date(at)));
    if (!kept) throw new Problem('nothing_to_undo');
    if (await isOutlineRunning(tx, video.id))
      throw new Problem('not_ready', { detail: 'The chapters are being written. Please try again in a moment.' });
    if (kept.restored !== restored) {
      const present = await outlineOf(tx, video.id);
      const cues = await cuesOf(tx, video.id);
      const { outline, left } = backWithEdits(kept.kind, kept.outline, present);
      if (left.length > 0 && !leaving) throw new Problem('edits_left', { detail: told(left) });
      await replaceOutline(ctx, tx, video, present, { ...outline, chapters: provenChapters(outline.chapters, cues) });
      // Chapters of another run begin elsewhere: they are ranked when somebody wants to redraw them.
      if (kept.kind === 'chapters') await forgetPlaces(tx, video.id);
      if (isLast) await replaceOutlineHistory(tx, video.id, present, restored);
      else await replaceEarlierOutline(tx, video.id, kept.regenerated_at, present, restored);
      await recordEdits(tx, ctx, video.id, [{ field: 'outline', before: '', after: restored ? 'restored' : 'redone' }]);
    }
    return { data: await loadVideoAsset(ctx, tx, await ownVideo(tx, ctx.workspace.id, passthrough)) };
  });
}

/** After a rewritten summary only the summary comes back; it replaces one that a person has written since. */
function backWithEdits(
  kind: 'chapters' | 'summary' | 'redrawn' | 'titled',
  kept: StoredOutline,
  present: StoredOutline,
): { outline: StoredOutline; left: string[] } {
  if (kind !== 'summary') return carryEdits(present, kept);
  const { summary, summary_by_person } = kept;
  const left = present.summary_by_person && present.summary !== summary ? ['the summary'] : [];
  return { outline: { ...present, summary, summary_by_person }, left };
}

const told = (left: readonly string[]): string =>
  `Your changes to these have no place in what comes back: ${new Intl.ListFormat('en').format(left)}. They are kept with what is there now, and come back with it.`;

export const chapters = feature(outlineRoutes, {
  async changes(ctx, { passthrough }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    return ctx.database.transaction(async (tx) => {
      const kept = await earlierOutline(tx, id);
      if (!kept) throw new Problem('nothing_to_undo');
      const present = await outlineOf(tx, id);
      const { texts, chapters: changed } = outlineChanges(kept.outline, present);
      // A summary was rewritten: whatever else differs is not its doing.
      if (kept.kind === 'summary')
        return { data: { texts: texts.filter(({ field }) => field === 'summary'), chapters: [] } };
      return { data: { texts, chapters: changed } };
    });
  },

  restore: restoreOutline,
  redraw: redrawChapters,
});

export const transcripts = feature(transcriptRoutes, {
  editCue,
  renameSpeaker,
  speakersElsewhere,
  tracks: loadTracks,
  chooseTracks,
  lookForTracks,
});
