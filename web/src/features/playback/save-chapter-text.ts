import type { Chapter } from '@lectern/contract/videos/videos';
import { ChangedElsewhere } from '../../ui/edit-conflict.ts';

export type SaveChapter = (change: (now: Chapter) => Chapter) => Promise<void>;

/** Saves one text of the chapter, unless it is another by now than the one that was shown; answers how to undo it. */
export const createChapterTextSaver =
  (chapter: Chapter, onSave: SaveChapter) =>
  (read: (now: Chapter) => string, write: (now: Chapter, text: string) => Chapter) => {
    const replace = async (seen: string, text: string): Promise<() => Promise<unknown>> => {
      await onSave((now) => {
        if (read(now) !== seen) throw new ChangedElsewhere(read(now));
        return write(now, text);
      });
      return () => replace(text, seen);
    };
    return (text: string) => replace(read(chapter), text);
  };
