import type { Media } from '../ports/media/port.ts';
import { createAssemblyAi } from '../ports/speech/cloud/assemblyai.ts';
import { createDeepgram } from '../ports/speech/cloud/deepgram.ts';
import { createOpenAiSpeech } from '../ports/speech/cloud/openai.ts';
import { createCommandRecogniser } from '../ports/speech/command/recogniser.ts';
import { createLocalSpeech } from '../ports/speech/local/engine.ts';
import { SpeechConfigError, type SpeechInTurns, type SpeechEngine } from '../ports/speech/port.ts';
import type { Config } from './config.ts';
import { createSemaphore } from '../platform/limits/semaphore.ts';

/** An engine that works on at most so many recordings at a time; the others wait, their owners in turns, and say so. */
export function queueByOwner(speech: SpeechEngine, places: number): SpeechInTurns {
  const turn = createSemaphore({ maxConcurrent: places });
  return {
    ...speech,
    recognise({ open, ...recognition }) {
      const { owner, journal, duration, signal, onProgress } = recognition;
      const done = Math.min(1, (journal.segments.at(-1)?.end ?? 0) / duration);
      const work = async (): Promise<void> => {
        await using original = await open();
        await speech.recognise({ ...recognition, file: original });
      };
      return turn(work, {
        owner,
        signal,
        onWait: () => onProgress(done, 'waiting until other recordings are recognised'),
      });
    },
  };
}

/** Recordings that this machine recognises at once: one takes all its cores. */
const here = 1;
/** Recordings that a provider is sent at once, which all of them allow. */
const elsewhere = 3;

/**
 * Opens the configured speech engine; undefined for captions only. A missing default engine prints a line; an
 * explicitly configured one must exist.
 */
export async function openSpeech(
  config: Config,
  media: Media,
  print: (line: string) => void,
): Promise<SpeechInTurns | undefined> {
  try {
    return await openChosen(config, media);
  } catch (error) {
    const { speech } = config;
    if (!(error instanceof SpeechConfigError) || speech.kind !== 'local' || !speech.byDefault) throw error;
    print(`${error.message} Recordings without captions wait for captions meanwhile.`);
    return undefined;
  }
}

async function openChosen({ speech, dataDir }: Config, media: Media): Promise<SpeechInTurns | undefined> {
  switch (speech.kind) {
    case 'captions':
      return undefined;
    case 'command':
      return queueByOwner(await createCommandRecogniser(speech, media), here);
    case 'openai':
      return queueByOwner(createOpenAiSpeech(speech, media), elsewhere);
    case 'deepgram':
      return queueByOwner(createDeepgram(speech, media), elsewhere);
    case 'assemblyai':
      return queueByOwner(createAssemblyAi(speech, media), elsewhere);
    case 'local':
      return queueByOwner(await createLocalSpeech({ ...speech, dataDir }, media), here);
  }
}
