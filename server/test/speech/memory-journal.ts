import type { SpeechJournal, SpeechSegment } from '../../src/ports/speech/port.ts';

/** A journal that lasts as long as the test. */
export function memoryJournal(
  segments: SpeechSegment[] = [],
): SpeechJournal & { segments: SpeechSegment[]; answers: Map<string, string> } {
  const answers = new Map<string, string>();
  let job: string | undefined;
  return {
    segments,
    answers,
    get job() {
      return job;
    },
    async addSegment(segment) {
      segments.push(segment);
    },
    async saveJob(next) {
      job = next;
    },
    answer: async (name) => answers.get(name),
    async keepAnswer(name, body) {
      answers.set(name, body);
    },
  };
}
