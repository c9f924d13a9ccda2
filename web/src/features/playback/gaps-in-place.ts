import type { TranscriptGap } from '@lectern/contract/videos/videos';
import type { Paragraph } from '../../player/paragraphs.ts';

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
