import { createSemaphore } from '../../platform/semaphore.ts';
import type { Speech } from './port.ts';

/** An engine that works on at most so many recordings at a time; the others wait, their owners in turns, and say so. */
export function inTurns(speech: Speech, places: number): Speech {
  const turn = createSemaphore({ atOnce: places });
  return {
    ...speech,
    recognise(recognition) {
      const { owner, journal, duration, signal, onProgress } = recognition;
      const done = Math.min(1, (journal.segments.at(-1)?.end ?? 0) / duration);
      return turn(() => speech.recognise(recognition), {
        owner,
        signal,
        onWait: () => onProgress(done, 'waiting until other recordings are recognised'),
      });
    },
  };
}
