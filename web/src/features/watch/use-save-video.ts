import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { saveInTurn } from './save-in-turn.ts';

type Edits = { title?: string; description?: string; summary?: string; chapters?: VideoAsset['chapters'] };

/** Saves texts of a video and shows them. `edit` is given the video as it is when its turn has come. */
export function useSaveVideo({ id, uploadId }: Pick<VideoAsset, 'id' | 'uploadId'>) {
  const queries = useQueryClient();
  const key = ['video', uploadId];
  const save = async (edit: (now: VideoAsset) => Edits): Promise<void> => {
    await queries.cancelQueries({ queryKey: key });
    const now = queries.getQueryData<VideoAsset>(key);
    if (!now) return;
    const edits = edit(now);
    await call(videoRoutes.save, { passthrough: id, ...edits });
    // A look that began before the server had the new text must not put the old one back.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<VideoAsset>(key, (before) => before && { ...before, ...edits });
    await queries.invalidateQueries({ queryKey: ['videos'] });
  };
  return (edit: (now: VideoAsset) => Edits): Promise<void> => saveInTurn(id, () => save(edit));
}
