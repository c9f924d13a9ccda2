import { CallError } from '@lectern/contract/client';
import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { showVideo, videoKey } from '../../session/shown-video.ts';
import { ChangedElsewhere } from './changed-elsewhere.ts';
import { saveInTurn } from './save-in-turn.ts';

type Edits = { title?: string; description?: string; summary?: string; chapters?: VideoAsset['chapters'] };

/** An edit of the video as it is when its turn has come. Throws `ChangedElsewhere` where the person saw another text. */
type Edit = (now: VideoAsset) => Edits;

/**
 * Saves texts of a video and shows them. Chapters are saved as a whole list: when another tab has changed them, the
 * edit is made again on the list as it is.
 */
export function useSaveVideo({ id, uploadId }: Pick<VideoAsset, 'id' | 'uploadId'>) {
  const queries = useQueryClient();
  const key = videoKey(uploadId);
  const send = async (now: VideoAsset, edits: Edits): Promise<void> => {
    const version = edits.chapters ? { chapters_version: now.chapters_version } : {};
    const saved = await call(videoRoutes.save, { passthrough: id, ...edits, ...version });
    const { chapters_version = now.chapters_version } = saved;
    await showVideo(queries, uploadId, (before) => before && { ...before, ...edits, chapters_version });
  };
  const sendAgain = async (edit: Edit): Promise<void> => {
    const { data: now } = await call(videoRoutes.asset, { uploadId });
    const show = (): void => void queries.setQueryData(key, now);
    let edits: Edits;
    try {
      edits = edit(now);
    } catch (error) {
      // What is there now stands beside the editor. A chapter that is gone would take its editor with it.
      if (error instanceof ChangedElsewhere) show();
      throw error;
    }
    show();
    await send(now, edits);
  };
  const save = async (edit: Edit): Promise<void> => {
    await queries.cancelQueries({ queryKey: key });
    const now = queries.getQueryData<VideoAsset>(key);
    if (!now) return;
    try {
      await send(now, edit(now));
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      await sendAgain(edit);
    }
    await queries.invalidateQueries({ queryKey: ['videos'] });
  };
  return (edit: Edit): Promise<void> => saveInTurn(id, () => save(edit));
}
