import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { Problem } from '@lectern/contract/problem';
import { feature } from '../../platform/http/serve.ts';
import { ownVideo } from '../videos/find-video.ts';
import { earlierOutline, outlineOf } from '../outline/outline-history.ts';
import { outlineChanges } from '../outline/outline-changes.ts';
import { redrawChapters } from './resize-chapters.ts';
import { restoreOutline } from './restore-outline.ts';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { chooseTracks, lookForTracks } from './choose-tracks.ts';
import { editCue } from './edit-cue.ts';
import { renameSpeaker } from './rename-speaker.ts';
import { speakersElsewhere } from './speakers-elsewhere.ts';
import { loadTracks } from './tracks.ts';

export const chapters = feature(outlineRoutes, {
  async changes(ctx, { passthrough }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
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
