import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@lectern/contract/problem';
import type { Media } from '../../media/port.ts';
import type { Recognition, SpeechEngine, SpeechSegment, RecognisedWord } from '../port.ts';
import { ChildFailed, createChildren } from './children.ts';
import { isFetched } from '../../../platform/models/fetch-model.ts';
import { createModelFolder } from '../../../platform/models/model-folder.ts';
import { findEngine } from './sherpa.ts';
import { findFiles, speechModelFailure } from './model-folder.ts';
import { knownModels, type ModelName } from './models.ts';
import type { Recognised, RecognisedPiece } from './protocol.ts';
import { spreadWords } from '../spread-words.ts';

/** How long the last sound of a word may take when nothing tells, in seconds. */
const longestToken = 0.4;

/** A token that begins a word begins with a space, which some write as this sign. */
const opensWord = /^[\s▁]/;

/** Signs that belong to the word before them and are not spoken. */
const punctuation = /^[\p{P}\p{S}]+$/u;

/**
 * Builds words from recognised tokens, timed from the recording's start. A word ends with its last spoken token.
 * Missing times are spread by word length.
 */
export function wordsOfTokens({
  start,
  end,
  text,
  tokens,
  timestamps,
  durations,
  logProbabilities,
}: RecognisedPiece): RecognisedWord[] {
  if (timestamps.length === 0 || timestamps.length !== tokens.length) return spreadWords({ text, start, end });
  const words: (RecognisedWord & { logs: number[] })[] = [];
  for (const [n, token] of tokens.entries()) {
    const begins = start + timestamps[n]!;
    const next = timestamps.slice(n + 1).find((time) => time > timestamps[n]!);
    const lasts = durations[n] || Math.min(longestToken, (next ?? Infinity) - timestamps[n]!);
    const ends = Math.min(end, begins + lasts);
    const plain = token.replace(opensWord, '');
    const last = words.at(-1);
    if (last && !opensWord.test(token)) {
      last.text += plain;
      if (!punctuation.test(plain)) last.end = Math.max(last.end, ends);
    } else words.push({ text: plain, start: begins, end: Math.max(begins, ends), logs: [] });
    if (logProbabilities[n] !== undefined) words.at(-1)!.logs.push(logProbabilities[n]);
  }
  return words
    .filter(({ text }) => text.trim() !== '')
    .map(({ logs, ...word }) =>
      logs.length === 0
        ? word
        : { ...word, confidence: Math.min(1, Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)) },
    );
}

export type LocalSettings = {
  model: ModelName;
  /** A folder of the operator's own with the files of a model; then nothing is fetched. */
  modelDir: string | undefined;
  /** Address with the files of the model and their manifest, instead of the public hub. */
  modelUrl: string | undefined;
  language: string | undefined;
  /** Where a fetched model is kept. */
  dataDir: string;
  /** Seconds without a word of the recogniser after which it counts as stuck. */
  patience?: number;
};

/** Changes with the settings of the detector: the segments of a run that was cut off are counted, not compared. */
const detection = 'silero 1';

const vad = join(import.meta.dirname, '../../../../models/silero_vad.onnx');

/** More threads than this make recognition hardly faster. */
const mostThreads = 4;

function segmentOf({ start, end, pieces }: Recognised, language: string | undefined): SpeechSegment {
  const found = language ?? pieces.find((piece) => piece.language !== '')?.language;
  return { start, end, words: pieces.flatMap(wordsOfTokens), ...(found === undefined ? {} : { language: found }) };
}

/**
 * Recognises speech locally by sherpa-onnx: Silero finds speech, Parakeet or Whisper words. Fetches models at first
 * use; each run has its own process. Throws `SpeechConfigError`.
 */
export async function createLocalSpeech(
  { model, modelDir, modelUrl, language, dataDir, patience = 300 }: LocalSettings,
  media: Pick<Media, 'samples'>,
): Promise<SpeechEngine> {
  findEngine('SPEECH');
  if (modelDir !== undefined) await findFiles(modelDir);
  const folder = modelDir ?? join(dataDir, 'models', model);
  const children = createChildren(patience);
  const files = createModelFolder({
    known: knownModels[model],
    what: `the speech model ${knownModels[model].label}`,
    own: modelDir,
    url: modelUrl,
    folder,
    failure: speechModelFailure,
  });

  async function recognise({ file, duration, journal, signal, onProgress }: Recognition): Promise<void> {
    signal.throwIfAborted();
    const share = (seconds: number): number => Math.min(1, seconds / duration);
    // Progress of an earlier run counts, even while its speech is detected again.
    const done = share(journal.segments.at(-1)?.end ?? 0);
    await files.ready(signal, (note) => onProgress(done, note));
    const paths = await findFiles(folder);
    const threads = Math.min(mostThreads, availableParallelism());
    const recogniser = children.start({ vad, model: paths, language, threads, skip: journal.segments.length });
    const enough = new AbortController();
    signal.addEventListener('abort', recogniser.kill, { once: true });
    const samples = media.samples(file, 0, AbortSignal.any([signal, enough.signal]));
    // Its input is left open where the recording breaks off: at its end the recogniser takes what it has for the whole.
    const feeding = pipeline(Readable.from(samples), recogniser.input, { end: false }).then(
      () => void recogniser.input.end(),
      (error: unknown) => {
        recogniser.kill();
        return error;
      },
    );
    let loaded = false;
    try {
      for await (const message of recogniser.messages) {
        signal.throwIfAborted();
        loaded = true;
        if (message.kind === 'segment') await journal.addSegment(segmentOf(message, language));
        else if (message.kind === 'heard') onProgress(Math.max(done, share(message.seconds)), 'Recognising speech');
      }
      const failure = await feeding;
      if (failure !== undefined) throw failure;
    } catch (error) {
      signal.throwIfAborted();
      enough.abort();
      const failure = await feeding;
      if (failure instanceof Problem) throw failure;
      if (!(error instanceof ChildFailed)) throw error;
      if (loaded) throw new Problem('speech_failed', { cause: error });
      // A damaged model fails to load, or ends the process that loads it.
      await files.assertIntact(signal);
      throw new Problem('speech_refused', { cause: error });
    } finally {
      signal.removeEventListener('abort', recogniser.kill);
      enough.abort();
      await feeding;
    }
  }

  return {
    identity: `local ${modelDir ?? model} ${language ?? ''} ${detection}`,
    label: modelDir === undefined ? `${knownModels[model].label} on this server` : 'a model on this server',
    detectsSpeech: true,
    async missing() {
      if (modelDir !== undefined || (await isFetched(folder))) return undefined;
      const { files, licence } = knownModels[model];
      return { bytes: files.reduce((sum, { size }) => sum + size, 0), licence };
    },
    recognise,
    close: children.close,
  };
}
