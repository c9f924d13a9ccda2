import { mediaPaths } from '@lectern/contract/playback/playback';
import { overallProgress, stepNames } from '@lectern/contract/rules/pipeline';
import { chapterThumbnailTime, formatTimecode } from '@lectern/contract/rules/timecode';
import type { StepProgress, Video } from '@lectern/contract/videos/videos';
import type { MemberCall } from '../../platform/http/signing.ts';
import type { LibraryVideo } from './library.ts';
import { signForMember } from './signed-playback-id.ts';
import type { StepRow } from './step-jobs.ts';

const stepProgress = (row: StepRow): StepProgress => ({
  step: row.step,
  state: row.state,
  progress: row.progress,
  note: row.note,
  problem: row.problem,
});

function conversionOf({ playable, media }: LibraryVideo): Video['conversion'] {
  if (!playable || !media || media.playback === 'direct') return null;
  return { how: media.playback === 'repackage' ? 'copied' : 'encoded', reason: media.reason ?? '' };
}

function unreadOf({ media }: LibraryVideo): string | null {
  if (!media) return null;
  const { claimedDuration, duration, unread } = media;
  const missing =
    claimedDuration === undefined
      ? []
      : [`The end of the file is missing: ${formatTimecode(duration)} of ${formatTimecode(claimedDuration)} are there`];
  const told = [...missing, ...(unread === undefined ? [] : [unread])];
  return told.length === 0 ? null : `${told.join('. ')}.`;
}

/** A stored video as the contract shows it. `steps` are this video's. */
export function asVideo(call: MemberCall, row: LibraryVideo, steps: readonly StepRow[]): Video {
  const playbackId = signForMember(call, row.playback_id);
  return {
    id: row.id,
    uploadId: row.id,
    title: row.title,
    title_from: row.title_edited ? null : row.title_from,
    description: row.description,
    summary: row.summary,
    assetId: row.asset_id,
    thumbnail:
      row.has_thumbnail && row.lost_at === null
        ? mediaPaths.thumbnail(playbackId, chapterThumbnailTime(0, row.duration))
        : null,
    captionsTrackId: row.captions_track_id,
    created_by: row.created_by,
    playback_id: playbackId,
    localVideo: `/videos/${row.asset_id}.mp4`,
    kind: row.kind,
    duration: row.duration,
    created_at: Math.floor(row.created_at.getTime() / 1000),
    playable: row.playable,
    lost: row.lost_at !== null,
    sample: row.is_sample,
    conversion: conversionOf(row),
    unread: unreadOf(row),
    progress: overallProgress(steps),
    steps: stepNames.flatMap((name) => steps.filter(({ step }) => step === name).map(stepProgress)),
  };
}

/** The steps of each video. */
export function groupSteps(steps: readonly StepRow[]): (videoId: string) => StepRow[] {
  const groups = Map.groupBy(steps, (step) => step.video_id);
  return (videoId) => groups.get(videoId) ?? [];
}
