import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import { sampleRateHz } from '../../../platform/media/sound-levels.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import type { Media, Sound, SoundFile } from '../../media/port.ts';
import type { LocalCopy } from '../../storage/port.ts';
import { findEngine } from '../local/sherpa.ts';
import { isFetched } from '../../../platform/models/fetch-model.ts';
import { createModelFolder } from '../../../platform/models/model-folder.ts';
import { speechModelFailure } from '../local/model-folder.ts';
import { type TimeRange, SpeechConfigError } from '../port.ts';
import { speakerModels, type SpeakerModels } from './models.ts';
import type { PartSpeaker, Speakers } from './port.ts';
import type { Listen } from './speakers.child.ts';
import { compareVoiceprints, wholeSpeakers } from './voices.ts';
import { readdir } from 'node:fs/promises';

/** Finds the models in a folder: `*segmentation*.onnx` and `*embedding*.onnx`. Throws `SpeechConfigError`. */
async function findSpeakerModels(folder: string): Promise<SpeakerModels> {
  const names = await readdir(folder).catch(() => {
    throw new SpeechConfigError(`SPEAKERS_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const needed = (word: string): string => {
    const name = names.filter((each) => each.endsWith('.onnx') && each.includes(word)).sort()[0];
    if (name === undefined) throw new SpeechConfigError(`SPEAKERS_MODEL_DIR: ${folder} has no *${word}*.onnx.`);
    return join(folder, name);
  };
  return { segmentation: needed('segmentation'), embedding: needed('embedding') };
}

export type SpeakersSettings = {
  /** A folder of the operator's own with the models; then nothing is fetched. */
  modelDir: string | undefined;
  /** Address with the models and their manifest, instead of the public hub. */
  modelUrl: string | undefined;
  /** Where fetched models are kept. */
  dataDir: string;
};

const child = new URL('./speakers.child.ts', import.meta.url);

/** Seconds of a recording that are listened to at once: what bounds the memory of the process. */
const partLength = 600;

/** Seconds heard on both sides of a part, so that who speaks at its edges is known. */
const margin = 10;

/** A name is given to a voice only where it is clearly somebody's: more alike than voices of one recording must be. */
const surely = 0.6;
/** By how much the best must be more alike than the next one. */
const clearly = 0.05;

/** Seconds of which a voice is made that a person has named. */
const enoughOfOne = 60;

const bytesOf = (seconds: number): number => Math.round(seconds * sampleRateHz) * 2;

/**
 * Separates speakers locally by sherpa-onnx, part by part in limited processes. Similar voices in several parts count
 * as one speaker. Throws `SpeechConfigError` if it cannot work.
 */
export async function createLocalSpeakers(
  { modelDir, modelUrl, dataDir }: SpeakersSettings,
  media: Pick<Media, 'samples'>,
): Promise<Speakers> {
  findEngine('SPEAKERS');
  if (modelDir !== undefined) await findSpeakerModels(modelDir);
  const folder = createModelFolder({
    known: speakerModels,
    what: 'the models that tell speakers apart',
    own: modelDir,
    url: modelUrl,
    folder: modelDir ?? join(dataDir, 'models', 'speakers'),
    failure: speechModelFailure,
  });
  /** It takes a core. */
  const turn = createSemaphore({ maxConcurrent: 1 });

  async function listen(order: Omit<Listen, 'models'>, signal: AbortSignal): Promise<PartSpeaker[]> {
    const models = await findSpeakerModels(folder.path);
    const seconds = order.sound.byteLength / bytesOf(1);
    try {
      return await runInSubprocess<PartSpeaker[]>(child, { models, ...order } satisfies Listen, {
        signal,
        memory: 1024 ** 3,
        processor: 120 + seconds * 4,
        patience: 600 + seconds * 12,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem && error.code === 'took_too_long') throw error;
      // A damaged model ends the process that loads it.
      await folder.assertIntact(signal);
      throw new Problem('speech_refused', { cause: error });
    }
  }

  /** The sound between two seconds. */
  async function soundOf(file: Sound, from: number, to: number, signal: AbortSignal): Promise<Buffer> {
    const enough = new AbortController();
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of media.samples(file, from, AbortSignal.any([signal, enough.signal]))) {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= bytesOf(to - from)) break;
      }
    } finally {
      enough.abort();
    }
    return Buffer.concat(chunks).subarray(0, bytesOf(to - from));
  }

  /** Opened for each part: others may have their turn in between. */
  async function soundIn(open: () => Promise<LocalCopy & SoundFile>, from: number, to: number, signal: AbortSignal) {
    await using original = await open();
    return await soundOf(original, from, to, signal);
  }

  return {
    identity: `local ${modelDir ?? speakerModels.label} ${partLength} 1`,
    async missing() {
      if (modelDir !== undefined || (await isFetched(folder.path))) return undefined;
      return { bytes: speakerModels.files.reduce((sum, { size }) => sum + size, 0), licence: speakerModels.licence };
    },
    async tellApart({ owner, open, duration, journal, signal, onProgress }) {
      const count = Math.max(1, Math.ceil(duration / partLength));
      for (let n = journal.parts.length; n < count; n += 1) {
        const done = n / count;
        const onWait = (): void => onProgress(done, 'waiting until the speakers of other recordings are told apart');
        const part = async (): Promise<PartSpeaker[]> => {
          await folder.ready(signal, (note) => onProgress(done, note));
          onProgress(done, 'Telling the speakers apart');
          const core = { start: n * partLength, end: Math.min(duration, (n + 1) * partLength) };
          const from = Math.max(0, core.start - margin);
          const sound = await soundIn(open, from, core.end + margin, signal);
          const found = await listen({ sound, alone: false }, signal);
          return found
            .map(({ turns, voice }) => ({ voice, turns: turns.flatMap((each) => within(each, from, core)) }))
            .filter(({ turns }) => turns.length > 0);
        };
        await journal.addPart(await turn(part, { owner, signal, onWait }));
      }
      return wholeSpeakers(journal.parts);
    },
    async voiceIn({ owner, open, stretches, signal, onProgress }) {
      const work = async () => {
        await folder.ready(signal, (note) => onProgress(0, note));
        await using original = await open();
        const sounds: Buffer[] = [];
        let seconds = 0;
        for (const { start, end } of stretches.toSorted(
          (one, other) => other.end - other.start - (one.end - one.start),
        )) {
          if (seconds >= enoughOfOne) break;
          sounds.push(await soundOf(original, start, end, signal));
          seconds += end - start;
        }
        const [found] = await listen({ sound: Buffer.concat(sounds), alone: true }, signal);
        return found?.voice;
      };
      return turn(work, { owner, signal });
    },
    recognise(voice, known) {
      const [best, next] = [...Map.groupBy(known, ({ name }) => name)]
        .map(([name, theirs]) => ({
          name,
          likeness: Math.max(
            ...theirs.map((each) => (each.voice.length === voice.length ? compareVoiceprints(voice, each.voice) : -1)),
          ),
        }))
        .toSorted((one, other) => other.likeness - one.likeness);
      if (!best || best.likeness < surely) return undefined;
      return next && best.likeness - next.likeness < clearly ? undefined : best.name;
    },
  };
}

/**
 * A turn that was heard from a second on, in seconds of the recording; nothing of it where it lies outside the part.
 */
function within({ start, end }: TimeRange, from: number, part: TimeRange): TimeRange[] {
  const turn = { start: Math.max(part.start, start + from), end: Math.min(part.end, end + from) };
  return turn.end - turn.start >= 0.1 ? [turn] : [];
}
