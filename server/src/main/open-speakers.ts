import type { Media } from '../ports/media/port.ts';
import { SpeechConfigError } from '../ports/speech/port.ts';
import { createLocalSpeakers } from '../ports/speech/speakers/local-speakers.ts';
import type { Speakers } from '../ports/speech/speakers/port.ts';
import type { Config } from './config.ts';

/**
 * Opens the configured speaker engine; undefined without one. The default engine may be missing on this machine; an
 * explicitly configured one may not.
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
