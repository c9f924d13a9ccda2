import { textLimits, mostChapters } from '@lectern/contract/rules/longest';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import type { EditedCue } from '../transcripts/label-cues.ts';
import type { FittedChapter } from './fitted-quotes.ts';

/** Told of each text that does not come in as it was. */
type OnCut = () => void;

/**
 * Fits archived chapters to a video's limits: drops extra chapters, extends the last kept one to the end, cuts search
 * answers first, then shares the room among texts.
 */
export function fittedChapters(
  all: readonly FittedChapter[],
  { onCut, onBeyond }: { onCut: OnCut; onBeyond: () => void },
): FittedChapter[] {
  all.slice(mostChapters).forEach(onBeyond);
  const chapters = all.slice(0, mostChapters);
  const end = Math.max(...all.map((chapter) => chapter.end));
  if (all.length > mostChapters) chapters.push({ ...chapters.pop()!, end });
  const over = chapters.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) - textLimits.chapters;
  if (over <= 0) return chapters;
  const within = (value: string, share: number): string => {
    if (value.length > share) onCut();
    return truncateText(value, share);
  };
  const answers = chapters.reduce((sum, { search }) => sum + search.length, 0);
  const room = Math.floor(Math.max(0, answers - over) / chapters.length);
  const answered = chapters.map((chapter) => ({ ...chapter, search: within(chapter.search, room) }));
  if (answers >= over) return answered;
  const share = Math.floor(textLimits.chapters / chapters.length / 3);
  const isLong = (quotes: FittedChapter['quotes']): boolean => JSON.stringify(quotes).length > share;
  return answered.map((chapter) => {
    // Quotes cut by an engine can be cut again.
    const own = isLong(chapter.quotes) ? chapter.quotes.filter(({ cues }) => !cues) : chapter.quotes;
    const quotes = isLong(own) ? [] : own;
    if (quotes.length < chapter.quotes.length) onCut();
    return { ...chapter, title: within(chapter.title, share), summary: within(chapter.summary, share), quotes };
  });
}

/**
 * Lines of an archive within what a transcript may have together. Of what was heard in them no more is kept than is
 * said.
 */
export function fittedLines(cues: readonly EditedCue[], onCut: OnCut): EditedCue[] {
  let [said, heard] = [textLimits.transcript, textLimits.transcript];
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
