import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem, type ProblemCode, problems } from '@lectern/contract/problem';
import { textLimits } from '@lectern/contract/rules/longest';
import { approximateDuration } from '@lectern/contract/rules/timecode';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { CaptionsRead } from '../../platform/database/stored-tracks.ts';
import { isTemporary } from '../../platform/http/problem-of.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { chooseTrack, fullEnough, rankTracks } from '../../platform/media/choose-track.ts';
import { type Media, type MediaInfo, soundIn } from '../../ports/media/port.ts';
import type { TimeRange } from '../../ports/speech/port.ts';
import { setFallbackDescription } from '../videos/outline-texts.ts';
import type { StepResult, StepHandler, StepRun } from '../videos/pipeline.ts';
import { localRecording } from '../storage/recording.ts';
import { saveTranscriptOrigin } from '../videos/captions-track.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { alignToSpeech, fromSpeech, NeedsEngine, type TranscriptRun, closeJournal } from './recognise-speech.ts';
import { captionFileOf, readCaptionFile } from './caption-file.ts';
import { measureSoundLevels } from '../../platform/media/sound-levels.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { findUncoveredRanges, soundsIn, spreadUntimedCues, replaceGaps } from './coverage.ts';
import { editedCuesOf, replaceCues } from './cues.ts';
import { keepCueEdits, speakerTurnsOf, keepNames, labelCues, hasNoSpeakers } from './label-cues.ts';
import { applyGlossary, editedFirst } from './glossary/rules-of.ts';
import { toMilliseconds } from './formats/caption-file.ts';

type Transcript = {
  source: 'file' | 'embedded' | 'speech';
  cues: Cue[];
  language?: string | undefined;
  note: string;
  heard?: TimeRange[] | undefined;
  /** Captions that name so little of what is said that a recogniser is asked first. */
  isSparse?: boolean;
  /** It has words, and no times but estimated ones. */
  untimed?: boolean | undefined;
  /** The tracks of captions inside the recording that were looked at. */
  read?: CaptionsRead | undefined;
  /** Whether the times of a text without any were looked for in the recording, and found. */
  alignment?: 'aligned' | 'unlike' | null;
};

async function fromFile(world: World, video: VideoRow, run: TranscriptRun): Promise<Transcript | undefined> {
  const file = await captionFileOf(world.database.kysely, video.id);
  if (!file) return undefined;
  const { cues, language, untimed, guessedUnit } = await readCaptionFile(file.bytes, file.file_name, {
    owner: video.workspace_id,
    encoding: file.encoding ?? undefined,
    language: video.transcript_language ?? undefined,
    duration: video.duration,
    signal: run.signal,
  });
  const note = `from your caption file${guessedUnit ? `; its numbers were read as ${guessedUnit}` : ''}`;
  if (!untimed) return { source: 'file', cues, language, note };
  const found = await alignToSpeech(world, video, cues, run);
  return { source: 'file', cues, untimed: !found.cues, ...found, language: language ?? found.language };
}

const saysNothing: ReadonlySet<ProblemCode> = new Set(['captions_unreadable', 'captions_too_large', 'reading_stopped']);

/** Caption tracks that are looked at: each is read out of the whole recording. */
const mostTracks = 12;

/** Seconds in which something is said, at most one at a time. */
function secondsSaid(cues: readonly Cue[]): number {
  let [said, until] = [0, 0];
  for (const { start, end } of cues) {
    said += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return said;
}

/** Share of the time with sound that captions have words in, at least: less are the names on signs. */
const leastSaid = 0.1;

/** `isSparse`: they cover no more of what is heard than signs do. */
type Embedded = { cues: Cue[]; language: string | undefined; isSparse: boolean; read: CaptionsRead };

/**
 * The cues of the caption track inside a recording that is meant for its sound, of those that can be read as text, or of the
 * one that somebody chose.
 */
export async function embeddedCues(
  media: Media,
  file: string,
  info: MediaInfo,
  { owner, signal, wanted }: { owner?: string; signal: AbortSignal; wanted?: number | undefined },
): Promise<Embedded | undefined> {
  const found = [];
  let failure: Problem | undefined;
  const recording = soundIn(file, info);
  const language = info.audio?.language;
  const readable = info.captionTracks.filter(({ image }) => !image);
  const ranked =
    wanted === undefined
      ? rankTracks(readable, language).slice(0, mostTracks)
      : readable.filter(({ track }) => track === wanted);
  for (const track of ranked)
    try {
      const webvtt = await media.embeddedCaptions(recording, track, signal);
      const { cues } = await readCaptionFile(Buffer.from(webvtt), 'embedded.vtt', { owner, signal });
      const share = secondsSaid(cues) / info.duration;
      found.push({ ...track, cues, share });
      // None of those that are left can cover so much more that it were chosen.
      if (share >= fullEnough) break;
    } catch (error) {
      // A track that is empty, or made to harm, says nothing; the next one may.
      signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      if (!saysNothing.has(error.code)) failure ??= error;
    }
  const chosen = wanted === undefined ? chooseTrack(found, language) : found[0];
  if (!chosen && failure) throw failure;
  if (!chosen) return undefined;
  let isSparse = false;
  if (chosen.share < leastSaid && info.audio && wanted === undefined) {
    const sounds = soundsIn(await measureSoundLevels(media.samples(recording, 0, signal)));
    const heard = sounds.reduce((sum, { start, end }) => sum + end - start, 0);
    isSparse = chosen.share * info.duration < heard * leastSaid;
  }
  const read = { taken: chosen.track, shares: found.map(({ track, share }): [number, number] => [track, share]) };
  return { cues: chosen.cues, language: chosen.language, isSparse, read };
}

/** Recordings that are read through at once, for captions or for sound: each takes a core. */
const reading = createSemaphore({ maxConcurrent: 2 });

/** The track of captions that its member chose, where the recording has it (still). */
function wantedTrack({ wanted_tracks: wanted, media }: VideoRow): number | undefined {
  const captions = wanted?.captions;
  const isThere = media?.captionTracks.some(({ track, image }) => track === captions && !image);
  return typeof captions === 'number' && isThere ? captions : undefined;
}

const nothingChosen = 'The captions you chose hold no words that can be read. Please choose others.';

/** Captions as the member chose them: of a track, of none, or of the file that was given and then of the recording. */
async function fromCaptions(world: World, video: VideoRow, run: TranscriptRun): Promise<Transcript | undefined> {
  if (video.wanted_tracks?.captions === 'speech' && world.speech) return undefined;
  if (wantedTrack(video) === undefined)
    return (await fromFile(world, video, run)) ?? (await fromRecording(world, video, run));
  const chosen = await fromRecording(world, video, run);
  if (!chosen) throw new Problem('captions_unreadable', { detail: nothingChosen });
  return chosen;
}

async function fromRecording(world: World, video: VideoRow, run: StepRun): Promise<Transcript | undefined> {
  const { media } = video;
  const wanted = wantedTrack(video);
  if (!media?.captionTracks.some(({ image, isForced, track }) => !image && (!isForced || track === wanted)))
    return undefined;
  const read = async () => {
    await using original = await localRecording(world, video, 'whole', run.signal);
    return await embeddedCues(world.media, original.path, media, {
      owner: video.workspace_id,
      signal: run.signal,
      wanted,
    });
  };
  const found = await reading(read, { owner: video.workspace_id, signal: run.signal });
  return found && { source: 'embedded', ...found, note: 'from the captions inside the recording' };
}

/** Cues that lie within the recording; encoders and editors leave some behind its end. */
const within = (cues: readonly Cue[], duration: number): Cue[] =>
  cues.filter((cue) => cue.start < duration).map((cue) => ({ ...cue, end: Math.min(cue.end, duration) }));

/** Seconds behind the end of a recording that its last captions may stay. */
const lateEnd = 60;

/** Share of the cues that must lie within a recording, for it to be the one they were made for as they are. */
const nearlyAll = 0.95;

/**
 * Drops full hours before the first cue, as editors start at one or ten o'clock, if many cues exceed the recording
 * with them and all fit without.
 */
export function withoutFullHours(cues: readonly Cue[], duration: number): { cues: readonly Cue[]; hours: number } {
  const first = (cues[0]?.start ?? 0) / 3600;
  const last = cues.at(-1)?.start ?? 0;
  const inside = cues.filter(({ start }) => start < duration).length;
  const hours = [Math.floor(first), Math.round(first)].find((each) => last - each * 3600 <= duration + lateEnd);
  if (!hours || last <= duration + lateEnd || inside >= cues.length * nearlyAll) return { cues, hours: 0 };
  const moved = cues.map((cue) => ({
    ...cue,
    start: Math.max(0, toMilliseconds(cue.start - hours * 3600)),
    end: toMilliseconds(cue.end - hours * 3600),
  }));
  return { cues: moved.filter(({ start, end }) => end > start), hours };
}

/**
 * Returns the engine's transcript, or a message for the person when its model could not be fetched and captions
 * replace it.
 */
async function fromEngine(world: World, video: VideoRow, run: TranscriptRun): Promise<Transcript | string | undefined> {
  try {
    const found = await fromSpeech(world, video, run);
    return found && { source: 'speech', ...found };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'speech_unreachable') throw error;
    world.log.warn({ err: error.cause, video: video.id }, error.text);
    return error.text;
  }
}

/** Where something is heard in a recording; unknown when its sound cannot be decoded, which holds up no transcript. */
async function soundsOf(world: World, video: VideoRow, signal: AbortSignal): Promise<TimeRange[]> {
  if (!video.media?.audio) return [];
  try {
    const levels = async () => {
      await using original = await localRecording(world, video, 'sound', signal);
      return await measureSoundLevels(world.media.samples(original, 0, signal));
    };
    return soundsIn(await reading(levels, { owner: video.workspace_id, signal }));
  } catch (error) {
    signal.throwIfAborted();
    // The sound is still being made: the transcript comes a little later, with its gaps.
    if (isTemporary(error)) throw error;
    world.log.warn({ err: error, video: video.id }, 'The transcript was not checked for gaps.');
    return [];
  }
}

/** Describes a recording by its basic facts when no description can be written, so that members do not wait for one. */
const describe =
  ({ id, duration, kind }: VideoRow, without: string) =>
  (tx: Queryable): Promise<unknown> => {
    const { count, unit } = approximateDuration(duration);
    const what = kind === 'audio' ? 'A sound recording' : 'A recording';
    return setFallbackDescription(tx, id, `${what} ${without}, ${count} ${unit}${count === 1 ? '' : 's'}.`);
  };

/** Captions that somebody gave are theirs: what the glossary would change there is only told. */
const told = (note: string, changed: number): string =>
  changed === 0 ? note : `${note}; your glossary spells ${changed === 1 ? 'one line' : `${changed} lines`} differently`;

/** A tag that is cut is another one. */
const keptLanguage = (tag: string | undefined): string | null =>
  tag !== undefined && tag.length <= textLimits.language ? tag : null;

/** Notes on changes that fitted captions to the recording. */
const notKept = ({ hours, late, isSparse }: { hours: number; late: number; isSparse: boolean }): string[] => [
  ...(isSparse ? ['the captions inside the recording name too little of what is said'] : []),
  ...(hours > 0 ? [`${hours === 1 ? 'one full hour' : `${hours} full hours`} before the first caption left out`] : []),
  ...(late > 0 ? [`${late === 1 ? 'one line' : `${late} lines`} behind the end left out`] : []),
];

/**
 * Makes the transcript from captions beside the file, captions inside it, or speech recognition; otherwise waits for
 * captions. Also stores time ranges with sound but no words.
 */
export const transcriptStep = async (world: World, video: VideoRow, run: TranscriptRun): Promise<StepResult> => {
  const captions = await fromCaptions(world, video, run);
  const recognised = captions && !captions.isSparse ? undefined : await fromEngine(world, video, run);
  // Few captions are more than none where nothing recognises speech.
  const transcript = typeof recognised === 'object' ? recognised : (captions ?? recognised);
  if (!transcript || typeof transcript === 'string')
    return {
      state: 'blocked',
      problem: transcript ?? problems.no_transcript.text,
      save: describe(video, 'without a transcript'),
    };
  const read =
    transcript.source === 'speech'
      ? { shares: captions?.read?.shares ?? [], sound: video.media?.audio?.stream }
      : transcript.read;
  const sounds = transcript.heard ?? (await soundsOf(world, video, run.signal));
  const timed = transcript.untimed ? spreadUntimedCues(transcript.cues, sounds, video.duration) : transcript.cues;
  const { cues: placed, hours } = withoutFullHours(timed, video.duration);
  const cues = within(placed, video.duration);
  if (cues.length === 0 && transcript.source === 'speech')
    return { state: 'blocked', problem: problems.no_words.text, save: describe(video, 'without spoken words') };
  if (cues.length === 0)
    return {
      state: 'blocked',
      problem: 'The captions begin after the recording ends. Please add the captions of this recording.',
    };
  const speech = transcript.heard !== undefined;
  const gaps = transcript.untimed ? [] : findUncoveredRanges(sounds, cues).map((gap) => ({ ...gap, speech }));
  const named = await applyGlossary(world.database.kysely, video.workspace_id, cues);
  const isTheirs = transcript.source === 'file';
  const note = [
    transcript.note,
    ...notKept({ hours, late: placed.length - cues.length, isSparse: captions?.isSparse === true }),
  ].join('; ');
  return {
    note: isTheirs ? told(note, named.changed) : note,
    save: async (tx) => {
      await lockVideo(tx, video.id);
      const turns = await speakerTurnsOf(tx, video.id);
      const edited = await editedCuesOf(tx, video.id);
      const labelled = keepCueEdits(turns ? labelCues(cues, turns, { edited }) : cues, edited);
      // Labels that an engine has brought are its own: its first speaker need not be the one who was called so before.
      const kept = turns && hasNoSpeakers(cues) ? keepNames(labelled, edited) : labelled;
      await replaceCues(tx, video.id, isTheirs ? kept : editedFirst(kept, named.cues));
      await replaceGaps(tx, video.id, gaps);
      await closeJournal(tx, video.id);
      await saveTranscriptOrigin(tx, video.id, {
        read,
        transcript_source: transcript.source,
        transcript_language: keptLanguage(transcript.language),
        transcript_estimated: transcript.untimed ?? false,
        transcript_alignment: transcript.alignment ?? null,
      });
      await recordEvent(world, tx, {
        kind: 'transcript.changed',
        workspaceId: video.workspace_id,
        subjectId: video.id,
        payload: { by: 'engine' },
      });
    },
  };
};

/**
 * The transcript, as far as it comes without the speech engine: what needs it is handed to those that wait for that.
 */
export const captionsStep: StepHandler = async (world, video, run) => {
  try {
    return await transcriptStep(world, video, { ...run, handsOver: true });
  } catch (error) {
    if (!(error instanceof NeedsEngine)) throw error;
    return { state: 'waiting', needsEngine: true };
  }
};
