import type { Input } from '@lectern/contract/route';
import type { RecordingTrack, transcriptRoutes, RecordingTracks } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import type { CaptionTrack, SoundTrack } from '../../ports/media/port.ts';
import { captionFileOf } from '../transcripts/caption-file.ts';
import { editedCuesOf } from '../transcripts/cues.ts';
import { isTranscriptMade, soundOfWords } from '../transcripts/follow-sound.ts';
import { ownVideo, type VideoRow } from '../videos/find-video.ts';
import { type StepRow, stepRowsOf } from '../videos/step-jobs.ts';

/** Whether its member can choose among tracks. A provider plays its own choice of them. */
export function getTrackChoice({ media, remote }: Pick<VideoRow, 'media' | 'remote'>): VideoDetail['tracks'] {
  if (!media || remote || media.pieces) return null;
  if ((media.sounds?.length ?? 0) > 1 || media.captionTracks.length > 0) return 'several';
  return media.sounds || !media.audio ? null : 'unlooked';
}

const soundTrack = ({ stream, language, title, isDefault, share }: SoundTrack): RecordingTrack => ({
  track: stream,
  language: language ?? null,
  title: title ?? null,
  is_default: isDefault === true,
  is_forced: false,
  readable: true,
  share: share ?? null,
});

const captionTrack = (
  { track, language, title, isDefault, isForced, image }: CaptionTrack,
  share: number | undefined,
): RecordingTrack => ({
  track,
  language: language ?? null,
  title: title ?? null,
  is_default: isDefault === true,
  is_forced: isForced === true,
  readable: !image,
  share: share ?? null,
});

/** Returns the source of a transcript; null without one, or when an older version made it from embedded captions. */
export function transcriptSourceOf({
  transcript_source: source,
  captions_read: read,
}: VideoRow): RecordingTracks['taken'] {
  return source === 'embedded' ? (read?.taken ?? null) : source;
}

/** Returns the source of a transcript, counting a planned recognition that waits for its sound to play. */
export const plannedTranscriptSourceOf = (video: VideoRow): RecordingTracks['taken'] =>
  video.wanted_tracks?.again !== undefined && video.wanted_tracks.captions === 'speech'
    ? 'speech'
    : transcriptSourceOf(video);

/** The sound that plays, or will as soon as what is under way is made. */
export function soundToBe(
  { media, wanted_tracks: wanted }: Pick<VideoRow, 'media' | 'wanted_tracks'>,
  steps: readonly StepRow[],
): number | null {
  const state = steps.find(({ step }) => step === 'playable')?.state;
  const isUnderWay = state === 'waiting' || state === 'running';
  return (isUnderWay ? wanted?.sound : undefined) ?? media?.audio?.stream ?? null;
}

/** The tracks of a recording, which of them are taken, and what would be lost with others. */
export const loadTracks = (
  ctx: Context<'member'>,
  { uploadId }: Input<typeof transcriptRoutes.tracks>,
): Promise<{ data: RecordingTracks }> =>
  ctx.database.snapshot(async (tx) => {
    const video = await ownVideo(tx, ctx.workspace.id, uploadId);
    const media = getTrackChoice(video) === 'several' ? video.media : null;
    const steps = await stepRowsOf(tx, [video.id]);
    const sound = soundToBe({ ...video, media }, steps);
    const words = isTranscriptMade(steps) ? soundOfWords(video) : undefined;
    const shares = new Map(video.captions_read?.shares);
    return {
      data: {
        sounds: (media?.sounds ?? []).map(soundTrack),
        sound,
        words_of: (video.wanted_tracks?.again === undefined ? words : sound) ?? null,
        captions: (media?.captionTracks ?? []).map((track) => captionTrack(track, shares.get(track.track))),
        file: (await captionFileOf(tx, video.id))?.file_name ?? null,
        recognises: ctx.speech !== undefined && media?.audio !== undefined,
        taken: plannedTranscriptSourceOf(video),
        corrected: (await editedCuesOf(tx, video.id)).length,
      },
    };
  });
