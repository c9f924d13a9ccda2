import type { Cue } from '@lectern/contract/cue';
import { longest } from '@lectern/contract/rules/longest';
import { shortened } from '../../platform/shortened.ts';
import { maxCues } from '../transcripts/formats/caption-file.ts';
import type { EditedCue } from '../transcripts/keep-edits.ts';
import type { VideoFile } from './format.ts';

/** Told of each text that was longer than what is kept of it, and was cut. */
type OnCut = () => void;

const fitting =
  (onCut: OnCut) =>
  (text: string, most: number): string => {
    if (text.length > most) onCut();
    return shortened(text, most);
  };

/** What an archive tells of a video within what is kept of each text: an older version, or somebody's editor, kept more. */
export function fittedVideo(video: VideoFile, onCut: OnCut): VideoFile {
  const fit = fitting(onCut);
  return {
    ...video,
    title: fit(video.title, longest.title),
    description: fit(video.description, longest.description),
    summary: fit(video.summary, longest.summary),
    file_name: video.file_name === null ? null : fit(video.file_name, longest.file_name),
    captions: video.captions && { ...video.captions, name: fit(video.captions.name, longest.file_name) },
    chapters: video.chapters.map((chapter) => ({
      ...chapter,
      title: fit(chapter.title, longest.chapter_title),
      summary: fit(chapter.summary, longest.chapter_summary),
      quotes: chapter.quotes.map((quote) => ({ ...quote, quote: fit(quote.quote, longest.quote) })),
      search: fit(chapter.search, longest.answer),
    })),
    highlights: video.highlights.map((highlight) => ({
      ...highlight,
      words: fit(highlight.words, longest.words),
      note: fit(highlight.note, longest.note),
    })),
    heard: video.heard.map(({ text, speaker, ...line }) => ({
      ...line,
      ...(text === undefined ? {} : { text: fit(text, longest.old_line) }),
      ...(speaker === undefined ? {} : { speaker: fit(speaker, longest.speaker) }),
    })),
  };
}

/** The lines of an archive within what is kept of each, and no more than are kept. */
export function fittedLines(cues: readonly Cue[], onCut: OnCut): Cue[] {
  const fit = fitting(onCut);
  if (cues.length > maxCues) onCut();
  return cues.slice(0, maxCues).map(({ speaker, ...cue }) => ({
    ...cue,
    text: fit(cue.text, longest.old_line),
    ...(speaker === undefined ? {} : { speaker: fit(speaker, longest.speaker) }),
  }));
}

/** Seconds by which WebVTT may tell another start. */
const rounding = 0.001;

/** Lines with what was heard in those that a person has changed, if they stand where they stood. */
export function withHeard(cues: readonly Cue[], heard: VideoFile['heard']): EditedCue[] {
  const known = new Map(heard.map((line) => [line.n, line]));
  return cues.map((cue, n) => {
    const line = known.get(n);
    if (!line || Math.abs(line.start - cue.start) > rounding) return cue;
    return {
      ...cue,
      ...(line.text === undefined ? {} : { heardText: line.text }),
      ...(line.speaker === undefined ? {} : { heardSpeaker: line.speaker }),
    };
  });
}
