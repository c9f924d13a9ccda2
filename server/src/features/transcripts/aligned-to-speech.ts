import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import { isTemporary } from '../../platform/http/problem-of.ts';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import type { TimeRange } from '../../ports/speech/port.ts';
import type { VideoRow } from '../videos/find-video.ts';
import type { Aligned } from './aligning/aligned.ts';
import type { ToAlign } from './aligning/align.thread.ts';
import { transcribe, type TranscriptRun } from './recognise-speech.ts';

const thread = new URL('./aligning/align.thread.ts', import.meta.url);

/** Fewer of its words than this, as a share, and a text is not that of the recording, or nobody understood it. */
const fewest = 0.3;

type AlignedToSpeech = {
  /** Undefined where too little of it was heard: then its times are estimated. */
  cues?: Cue[];
  /** The outcome, shown to the member. */
  note: string;
  alignment: 'aligned' | 'unlike' | null;
  language?: string | undefined;
  heard?: TimeRange[] | undefined;
};

const estimated = 'from your transcript, which has no times: they are estimated';

/**
 * Times a text without times by recognising the recording. Without an engine, or when it fails for good, the times are
 * estimated and the person is told.
 */
export async function alignToSpeech(
  world: World,
  video: VideoRow,
  cues: readonly Cue[],
  run: TranscriptRun,
): Promise<AlignedToSpeech> {
  const { speech } = world;
  if (!speech || !video.media?.audio) return { note: estimated, alignment: null };
  try {
    const { words, language, heard } = await transcribe(world, speech, video, run);
    const input: ToAlign = { cues, words, duration: video.duration };
    const { cues: found, share } = await inThread<Aligned>(thread, input, inOwnPlace(run.signal));
    if (share >= fewest)
      return {
        cues: found,
        note: `from your transcript, aligned to what ${speech.label} heard`,
        alignment: 'aligned',
        language,
        heard,
      };
    const percent = Math.round(share * 100);
    return { note: `${estimated}, since only ${percent} % of its words were heard`, alignment: 'unlike', heard };
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof Problem) || isTemporary(error)) throw error;
    if (error.retryable && error.code !== 'speech_unreachable' && !run.lastAttempt) throw error;
    world.log.warn({ err: error.cause, video: video.id }, `A transcript was not aligned: ${error.text}`);
    return { note: `${estimated}, since speech could not be recognised`, alignment: null };
  }
}
