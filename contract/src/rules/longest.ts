/**
 * Maximum characters of texts kept with a video. People's longer texts are refused; generated or imported ones are
 * split or shortened, so that everything stays editable and re-importable.
 */
export const textLimits = {
  title: 300,
  description: 10_000,
  summary: 20_000,
  chapter_title: 300,
  chapter_summary: 10_000,
  quote: 2_000,
  /** Answer of a search in a chapter. */
  answer: 50_000,
  line: 2_000,
  /** Older versions kept longer lines. They stay, and can be edited. */
  old_line: 10_000,
  speaker: 100,
  /** Words of a highlight. */
  words: 2_000,
  note: 2_000,
  file_name: 300,
  /** Transcript language in BCP 47. */
  language: 40,
  timecode: 40,
  /** All chapters of a video together, with their quotes and answers. */
  chapters: 1_000_000,
  /** All lines of a transcript together: no caption file has more. */
  transcript: 10_000_000,
} as const;

/** Chapters of a video. */
export const mostChapters = 200;
