import type { SpeechJournal, SpeechSegment } from './port.ts';

/** A journal that lasts no longer than its process. */
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
