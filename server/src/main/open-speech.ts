import type { Media } from '../ports/media/port.ts';
import { createAssemblyAi } from '../ports/speech/cloud/assemblyai.ts';
import { createDeepgram } from '../ports/speech/cloud/deepgram.ts';
import { createOpenAi } from '../ports/speech/cloud/openai.ts';
import { createCommandRecogniser } from '../ports/speech/command/recogniser.ts';
import { createLocalSpeech } from '../ports/speech/local/engine.ts';
import type { Speech } from '../ports/speech/port.ts';
import type { Config } from './config.ts';

/** The speech engine of the settings; undefined when transcripts come from captions only. */
export async function openSpeech({ speech, dataDir }: Config, media: Media): Promise<Speech | undefined> {
  switch (speech.kind) {
    case 'captions':
      return undefined;
    case 'command':
      return createCommandRecogniser(speech, media);
    case 'openai':
      return createOpenAi(speech, media);
    case 'deepgram':
      return createDeepgram(speech, media);
    case 'assemblyai':
      return createAssemblyAi(speech, media);
    case 'local':
      return createLocalSpeech({ ...speech, dataDir }, media);
  }
}
