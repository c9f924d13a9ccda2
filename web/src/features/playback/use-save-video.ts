import { CallError } from '@lectern/contract/client';
import { type VideoDetail, videoRoutes, type Chapter } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { historyRoutes } from '@lectern/contract/editing/history';
import { call } from '../../session/call.ts';
import { currentSession } from '../../session/stored-session.ts';
import { saveInTurn, videoKey, replaceQueryData } from '../../session/video-cache.ts';
import { ChangedElsewhere } from '../../ui/edit-conflict.ts';
import type { Undo } from '../../ui/undo-history.ts';
import type { SaveText } from '../../ui/use-text-editing.tsx';

type Texts = { title?: string; description?: string; summary?: string };

/** `before`: the texts that are to stand there for these to be saved. */
type Edits = Texts & { chapters?: VideoDetail['chapters']; before?: Texts };

/**
 * An edit of the video as it is when its turn has come. Throws `ChangedElsewhere` where the person saw another text.
 */
type Edit = (now: VideoDetail) => Edits;

/** Names who wrote the text that stands there by now, where that was another person. */
async function named(error: ChangedElsewhere, passthrough: string): Promise<ChangedElsewhere> {
  try {
    const { edits } = (await call(historyRoutes.history, { passthrough })).data;
    const quoted = JSON.stringify(error.current);
    const last = edits.find(
      ({ field, after }) => after === error.current || (field === 'chapter_quotes' && after.includes(quoted)),
    );
    const isOther = last?.by && last.by.id !== currentSession()?.id;
    return isOther ? new ChangedElsewhere(error.current, { name: last.by!.firstname, at: last.at }) : error;
  } catch {
    // It matters less than what it says.
    return error;
  }
}

/**
 * Saves texts of a video and shows them. Chapters save as a whole list; if another tab changed it, the edit is
 * repeated on the current list.
 */
export function useSaveVideo({ id, uploadId }: Pick<VideoDetail, 'id' | 'uploadId'>) {
  const queries = useQueryClient();
  const key = videoKey(uploadId);
  const send = async (now: VideoDetail, { before: seen, ...edits }: Edits): Promise<void> => {
    const version = edits.chapters ? { chapters_version: now.chapters_version } : {};
    const saved = await call(videoRoutes.save, {
      passthrough: id,
      ...edits,
      ...version,
      ...(seen ? { before: seen } : {}),
    });
    const { chapters_version = now.chapters_version } = saved;
    await replaceQueryData<VideoDetail>(queries, key, (before) => before && { ...before, ...edits, chapters_version });
  };
  const sendAgain = async (edit: Edit): Promise<void> => {
    const { data: now } = await call(videoRoutes.asset, { uploadId });
    const show = (): void => void queries.setQueryData(key, now);
    let edits: Edits;
    try {
      edits = edit(now);
    } catch (error) {
      // Shows the current text beside the editor, except when the chapter is gone: its editor would vanish.
      if (error instanceof ChangedElsewhere) show();
      throw error;
    }
    show();
    await send(now, edits);
  };
  const save = async (edit: Edit): Promise<void> => {
    await queries.cancelQueries({ queryKey: key });
    const now = queries.getQueryData<VideoDetail>(key);
    // Taken back on another page, long after.
    if (!now) return sendAgain(edit);
    try {
      await send(now, edit(now));
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      await sendAgain(edit);
    }
    await queries.invalidateQueries({ queryKey: ['videos'] });
  };
  const saveNaming = async (edit: Edit): Promise<void> => {
    try {
      await save(edit);
    } catch (error) {
      const isShared = typeof queries.getQueryData<VideoDetail>(key)?.last_edit === 'number';
      throw error instanceof ChangedElsewhere && isShared ? await named(error, id) : error;
    }
  };
  return (edit: Edit): Promise<void> => saveInTurn(id, () => saveNaming(edit));
}

/**
 * Saves one text of the video itself, unless it is another by now than the one that was shown; answers how to undo it.
 */
export function useSaveVideoText(video: VideoDetail): (field: keyof Texts) => SaveText {
  const save = useSaveVideo(video);
  return (field) => {
    const replace = async (seen: string, text: string): Promise<Undo> => {
      await save((now) => {
        if (now[field] !== seen) throw new ChangedElsewhere(now[field]);
        return { [field]: text, before: { [field]: seen } };
      });
      return () => replace(text, seen);
    };
    return (text) => replace(video[field], text);
  };
}

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
