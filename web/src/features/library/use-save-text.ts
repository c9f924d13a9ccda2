import { CallError } from '@lectern/contract/client';
import { type ListedVideo, videoRoutes } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { saveInTurn } from '../../session/save-in-turn.ts';
import { ChangedElsewhere } from '../../ui/edit-conflict.ts';
import type { Undo } from '../../ui/undo-history.ts';
import type { SaveText } from '../../ui/use-text-editing.tsx';
import { usePatchVideo } from './use-videos.ts';

/** Saves one text of a card, unless it is another by now than the one that was shown; answers how to undo it. */
export function useSaveCardText(video: ListedVideo): (field: 'title' | 'description') => SaveText {
  const client = useQueryClient();
  const patch = usePatchVideo();
  return (field) => {
    const replace = async (seen: string, text: string): Promise<Undo> => {
      try {
        const change = { passthrough: video.id, [field]: text, before: { [field]: seen } };
        await saveInTurn(video.id, () => call(videoRoutes.save, change));
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        await client.refetchQueries({ queryKey: ['videos'] });
        const now = client.getQueryData<ListedVideo[]>(['videos'])?.find(({ id }) => id === video.id);
        throw new ChangedElsewhere(now?.[field] ?? '');
      }
      await patch(video.id, { [field]: text });
      return () => replace(text, seen);
    };
    return (text) => replace(video[field], text);
  };
}
