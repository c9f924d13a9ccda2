import type { Media } from '../ports/media/port.ts';
import { SpeechConfigError } from '../ports/speech/speech-config-error.ts';
import { createLocalSpeakers } from '../ports/speech/speakers/local-speakers.ts';
import type { Speakers } from '../ports/speech/speakers/port.ts';
import type { Config } from './config.ts';

/**
 * What tells speakers apart by the settings; undefined where nothing does. The one that is there by default may be missing
 * on this machine; one that was asked for may not.
 */
export async function openSpeakers({ speakers, dataDir }: Config, media: Media): Promise<Speakers | undefined> {
  if (speakers.kind === 'off') return undefined;
  try {
    return await createLocalSpeakers({ ...speakers, dataDir }, media);
  } catch (error) {
    if (error instanceof SpeechConfigError && speakers.byDefault) return undefined;
    throw error;
  }
}
