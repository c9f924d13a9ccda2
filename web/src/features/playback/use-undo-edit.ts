import type { Edit } from '@lectern/contract/editing/history';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import { ChangedElsewhere } from '../../ui/edit-conflict.ts';
import { useSaveVideo } from './use-save-video.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';

/** Times in WebVTT have three digits after the point. */
const precision = 0.002;

type ChapterField = Extract<Edit['field'], `chapter_${string}`>;

/** The text of a chapter as the history has it. */
const textOf = (chapter: Chapter, field: ChapterField): string =>
  field === 'chapter_title'
    ? chapter.title
    : field === 'chapter_summary'
      ? chapter.summary
      : JSON.stringify(chapter.quote.map(({ quote, timecode }) => ({ quote, timecode })));

function withText(chapter: Chapter, field: ChapterField, text: string): Chapter {
  if (field === 'chapter_title') return { ...chapter, title: text };
  if (field === 'chapter_summary') return { ...chapter, summary: text };
  const quotes = JSON.parse(text) as Pick<Chapter['quote'][number], 'quote' | 'timecode'>[];
  return {
    ...chapter,
    quote: quotes.map(
      (each) => chapter.quote.find(({ quote, timecode }) => quote === each.quote && timecode === each.timecode) ?? each,
    ),
  };
}

/** Takes one change of the history back by the verb that made it; throws where the text reads otherwise by now. */
export function useUndoEdit(video: VideoDetail): (edit: Edit) => Promise<unknown> {
  const save = useSaveVideo(video);
  const { editLine, renameSpeaker } = useTranscriptEdits(video);
  return ({ field, before, after, chapter_id, cue_start, cues }) => {
    switch (field) {
      case 'title':
      case 'description':
      case 'summary':
        return save((now) => {
          if (now[field] !== after) throw new ChangedElsewhere(now[field]);
          return { [field]: before, before: { [field]: after } };
        });
      case 'chapter_title':
      case 'chapter_summary':
      case 'chapter_quotes':
        return save(({ chapters }) => {
          const chapter = chapters.find(({ id }) => id === chapter_id);
          if (!chapter) throw new Error('This chapter is not there any more.');
          if (textOf(chapter, field) !== after) throw new Error('This has been changed again since.');
          return { chapters: chapters.map((each) => (each === chapter ? withText(each, field, before) : each)) };
        });
      case 'cue': {
        const lines = webvttCues(video.vtt);
        const n = lines.findIndex(({ start }) => Math.abs(start - (cue_start ?? 0)) < precision);
        const line = lines[n];
        if (!line) throw new Error('This line is not there any more.');
        return editLine(n, { ...line, text: after }, before);
      }
      case 'speaker':
        return renameSpeaker(after, before, cues ?? []);
      default:
        throw new Error('This cannot be undone here.');
    }
  };
}
