import { randomUUID } from 'node:crypto';
import type { Cue } from '@lectern/contract/cue';
import { Problem, problems } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Media, MediaInfo } from '../../ports/media/port.ts';
import type { Stretch } from '../../ports/speech/port.ts';
import type { Step, StepRun } from '../videos/pipeline.ts';
import type { VideoRow } from '../videos/find.ts';
import { captionFileOf } from './caption-file.ts';
import { levelsOf } from '../../platform/sound-levels.ts';
import { lockVideo } from '../videos/lock.ts';
import { gapsIn, soundsIn } from './coverage.ts';
import { editedCuesOf, replaceCues } from './cues.ts';
import { readCaptions } from './formats/read-captions.ts';
import { fromSpeech } from './from-speech.ts';
import { replaceGaps } from './gaps.ts';
import { keepCueEdits } from './keep-edits.ts';
import { closeJournal } from './speech-journal.ts';

type Transcript = {
  source: 'file' | 'embedded' | 'speech';
  cues: Cue[];
  language?: string | undefined;
  note: string;
  heard?: Stretch[] | undefined;
};

async function fromFile(world: World, video: VideoRow): Promise<Transcript | undefined> {
  const file = await captionFileOf(world.database.kysely, video.id);
  if (!file) return undefined;
  const { cues, language } = readCaptions(file.bytes, file.file_name);
  return { source: 'file', cues, language, note: 'from your caption file' };
}

/** The cues of the first caption track inside a recording that can be read as text. */
export async function embeddedCues(
  media: Media,
  file: string,
  info: MediaInfo,
  signal: AbortSignal,
): Promise<{ cues: Cue[]; language: string | undefined } | undefined> {
  for (const { track, language, image } of info.captionTracks) {
    if (image) continue;
    const webvtt = await media.embeddedCaptions(file, track, signal);
    try {
      return { cues: readCaptions(Buffer.from(webvtt), 'embedded.vtt').cues, language };
    } catch (error) {
      // An empty track says nothing; the next one may.
      if (!(error instanceof Problem) || error.code !== 'captions_unreadable') throw error;
    }
  }
  return undefined;
}

/** Recordings that are read through at once, for captions or for sound: each takes a core. */
const reading = createTurns(2);

async function fromRecording(world: World, video: VideoRow, run: StepRun): Promise<Transcript | undefined> {
  const { media } = video;
  if (!media?.captionTracks.some(({ image }) => !image)) return undefined;
  const file = world.files.original(video.id);
  const found = await reading(() => embeddedCues(world.media, file, media, run.signal), { signal: run.signal });
  return found && { source: 'embedded', ...found, note: 'from the captions inside the recording' };
}

/** Cues that lie within the recording; encoders and editors leave some behind its end. */
const within = (cues: readonly Cue[], duration: number): Cue[] =>
  cues.filter((cue) => cue.start < duration).map((cue) => ({ ...cue, end: Math.min(cue.end, duration) }));

async function fromEngine(world: World, video: VideoRow, run: StepRun): Promise<Transcript | undefined> {
  const found = await fromSpeech(world, video, run);
  return found && { source: 'speech', ...found };
}

/** Where something is heard in a recording; unknown when its sound cannot be decoded, which holds up no transcript. */
async function soundsOf(world: World, video: VideoRow, signal: AbortSignal): Promise<Stretch[]> {
  if (!video.media?.audio) return [];
  try {
    const samples = world.media.samples(world.files.original(video.id), 0, signal);
    return soundsIn(await reading(() => levelsOf(samples), { signal }));
  } catch (error) {
    signal.throwIfAborted();
    world.log.warn({ err: error, video: video.id }, 'The transcript was not checked for gaps.');
    return [];
  }
}

/**
 * The transcript: captions beside the file, else captions inside it, else what the speech engine recognises; without
 * any of these it waits for them. Stretches with sound and without words are kept beside it.
 */
export const transcriptStep: Step = async (world, video, run) => {
  const transcript =
    (await fromFile(world, video)) ?? (await fromRecording(world, video, run)) ?? (await fromEngine(world, video, run));
  if (!transcript) return { state: 'blocked', problem: problems.no_transcript.text };
  const cues = within(transcript.cues, video.duration);
  if (cues.length === 0 && transcript.source === 'speech') return { state: 'blocked', problem: problems.no_words.text };
  if (cues.length === 0)
    return {
      state: 'blocked',
      problem: 'The captions begin after the recording ends. Please add the captions of this recording.',
    };
  const { heard } = transcript;
  const gaps = gapsIn(heard ?? (await soundsOf(world, video, run.signal)), cues).map((gap) => ({
    ...gap,
    speech: heard !== undefined,
  }));
  return {
    note: transcript.note,
    save: async (tx) => {
      await lockVideo(tx, video.id);
      await replaceCues(tx, video.id, keepCueEdits(cues, await editedCuesOf(tx, video.id)));
      await replaceGaps(tx, video.id, gaps);
      await closeJournal(tx, video.id);
      await tx
        .updateTable('videos')
        .set({
          transcript_source: transcript.source,
          transcript_language: transcript.language ?? null,
          captions_track_id: randomUUID(),
        })
        .where('id', '=', video.id)
        .execute();
    },
  };
};
