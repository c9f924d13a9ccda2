import type { Cue } from '@lectern/contract/transcripts/cue';
import type { TranscriptGap } from '@lectern/contract/videos/videos';

/** Lines of a transcript that are read as one: `first` is the place of its first cue in the whole transcript. */
export type Paragraph = { first: number; cues: readonly Cue[]; speaker?: string | undefined };

/** A paragraph ends at the end of a sentence once it has this many characters, and in any case at the double. */
const enough = 280;
/** Seconds of silence that end a paragraph. */
const silence = 3;

const endsSentence = (text: string): boolean => /[.!?…]["'”’)\]]*$/.test(text.trim());

/** Captions are cut to fit a picture; for reading they are put together again, by speaker, pause and length. */
export function paragraphs(cues: readonly Cue[], first = 0): Paragraph[] {
  const made: { first: number; cues: Cue[]; speaker?: string | undefined; length: number }[] = [];
  for (const [n, cue] of cues.entries()) {
    const last = made.at(-1);
    const before = cues[n - 1];
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      (cue.speaker ?? last.speaker) === last.speaker &&
      cue.start - before.end < silence &&
      last.length < enough * 2 &&
      !(last.length >= enough && endsSentence(before.text));
    if (goesOn) {
      last.cues.push(cue);
      last.length += cue.text.length;
    } else made.push({ first: first + n, cues: [cue], speaker: cue.speaker, length: cue.text.length });
  }
  return made.map(({ length: _, ...paragraph }) => paragraph);
}

/** The cues of each chapter; those before the first chapter go to it. */
export function cuesByChapter(
  cues: readonly Cue[],
  chapters: readonly { start_seconds: number }[],
): { first: number; cues: readonly Cue[] }[] {
  // A cue that begins a breath before its chapter belongs to it.
  const slack = 0.05;
  const starts = chapters.map(({ start_seconds }, n) => {
    if (n === 0) return 0;
    const at = cues.findIndex(({ start }) => start >= start_seconds - slack);
    return at === -1 ? cues.length : at;
  });
  return starts.map((first, n) => ({ first, cues: cues.slice(first, starts[n + 1] ?? cues.length) }));
}

/** The gaps of each chapter, by where they begin; those before the first chapter go to it. */
export function gapsByChapter(
  gaps: readonly TranscriptGap[],
  chapters: readonly { start_seconds: number }[],
): TranscriptGap[][] {
  const holders = gaps.map(({ start }) =>
    Math.max(
      0,
      chapters.findLastIndex((chapter) => chapter.start_seconds <= start),
    ),
  );
  return chapters.map((_, n) => gaps.filter((_gap, at) => holders[at] === n));
}

/** Paragraphs, `n` being their place among themselves, and gaps in the order of time. */
export function mergeGaps(
  paragraphs: readonly Paragraph[],
  gaps: readonly TranscriptGap[],
): ({ paragraph: Paragraph; n: number } | { gap: TranscriptGap })[] {
  const rows = [
    ...paragraphs.map((paragraph, n) => ({ paragraph, n, at: paragraph.cues[0]?.start ?? 0 })),
    ...gaps.map((gap) => ({ gap, at: gap.start })),
  ];
  return rows.sort((one, other) => one.at - other.at);
}
