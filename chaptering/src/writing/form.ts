import type { Sentence } from '../transcript.ts';

/** Form by which a recording calls itself. */
export type Form =
  | 'podcast'
  | 'webinar'
  | 'panel'
  | 'lecture'
  | 'workshop'
  | 'tutorial'
  | 'meeting'
  | 'interview'
  | 'seminar'
  | 'masterclass';

/** Sentences at either end in which it says so. */
const ENDS = { first: 25, last: 12 };
const FORM =
  /\b(?:this|today's|welcome (?:back )?to (?:the|our|this|another)?(?: [\p{L}\d'’-]+){0,4}) (podcast|webinar|panel|lecture|workshop|tutorial|meeting|interview|seminar|masterclass)(?! (?:room|minutes|notes|owner|code|process))\b/giu;

/** The form that the beginning or the end of a recording of English gives it; undefined where they give none. */
export function detectRecordingForm(sentences: readonly Sentence[]): Form | undefined {
  const counts = new Map<string, number>();
  const ends = [...sentences.slice(0, ENDS.first), ...sentences.slice(ENDS.first).slice(-ENDS.last)];
  for (const { text } of ends)
    for (const [, form] of text.matchAll(FORM)) {
      const lower = form!.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
    }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best?.[0] as Form | undefined;
}
