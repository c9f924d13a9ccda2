import { createSemaphore } from '../../platform/limits/semaphore.ts';
import type { SpeechEngine, SpeechInTurns } from './port.ts';

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
