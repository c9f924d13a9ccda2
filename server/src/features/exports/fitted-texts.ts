import { longest, mostChapters } from '@lectern/contract/rules/longest';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import { shortened } from '../../platform/shortened.ts';
import type { EditedCue } from '../transcripts/keep-edits.ts';
import type { FittedChapter } from './fitted-quotes.ts';

/** Told of each text that does not come in as it was. */
type OnCut = () => void;

/**
 * Chapters of an archive within what all of a video may have together: no more than there may be, the last to the end, and
 * where they are still too long, each has its share.
 */
export function fittedChapters(
  all: readonly FittedChapter[],
  { onCut, onBeyond }: { onCut: OnCut; onBeyond: () => void },
): FittedChapter[] {
  all.slice(mostChapters).forEach(onBeyond);
  const chapters = all.slice(0, mostChapters);
  const end = Math.max(...all.map((chapter) => chapter.end));
  if (all.length > mostChapters) chapters.push({ ...chapters.pop()!, end });
  if (chapters.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) <= longest.chapters) return chapters;
  // A fourth each for summary, quotes and answer, and the rest for the title.
  const share = Math.floor(longest.chapters / chapters.length / 4);
  const within = (value: string): string => {
    if (value.length > share) onCut();
    return shortened(value, share);
  };
  return chapters.map((chapter) => {
    const isOver = JSON.stringify(chapter.quotes).length > share;
    if (isOver) onCut();
    return {
      ...chapter,
      title: within(chapter.title),
      summary: within(chapter.summary),
      quotes: isOver ? [] : chapter.quotes,
      search: within(chapter.search),
    };
  });
}

/** Lines of an archive within what a transcript may have together. Of what was heard in them no more is kept than is said. */
export function fittedLines(cues: readonly EditedCue[], onCut: OnCut): EditedCue[] {
  let [said, heard] = [longest.transcript, longest.transcript];
  return cues.flatMap((cue) => {
    said -= cue.text.length;
    heard -= cue.heardText?.length ?? 0;
    if (said >= 0 && heard >= 0) return [cue];
    onCut();
    if (said < 0) return [];
    const { heardText: _, ...rest } = cue;
    return [rest];
  });
}
