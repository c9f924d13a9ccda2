/** A stretch of a text; with `seconds` where it is a moment of its recording: '12:05', '1:02:05'. */
export type MomentPart = { text: string; seconds?: number };

/** Splits a text at the times that stand in brackets, as summaries tell them, and lie within its recording. */
export function splitAtTimestamps(text: string, duration: number): MomentPart[] {
  const parts: MomentPart[] = [];
  let from = 0;
  for (const { 0: time, index } of text.matchAll(/(?<=\()(?:\d{1,2}:)?\d{1,2}:\d{2}(?=\))/g)) {
    const seconds = time.split(':').reduce((sum, digits) => sum * 60 + Number(digits), 0);
    if (seconds >= duration) continue;
    parts.push({ text: text.slice(from, index) }, { text: time, seconds });
    from = index + time.length;
  }
  return [...parts, { text: text.slice(from) }];
}

/** The text without those times, for where they lead nowhere. */
export const withoutMoments = (text: string, duration: number): string =>
  splitAtTimestamps(text, duration)
    .map((part) => (part.seconds === undefined ? part.text : '\0'))
    .join('')
    .replaceAll(/ ?\(\0\)/g, '');
