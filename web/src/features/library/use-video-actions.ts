import { videoRoutes, type Video } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { changeListed } from './library-query.ts';

/** Actions that change a whole video. Each throws `CallError`. */
export function useVideoActions(video: Pick<Video, 'id' | 'uploadId' | 'title'>) {
  const client = useQueryClient();
  const isHere = useIsMounted();
  const page = { queryKey: videoKey(video.uploadId) };
  const refreshLists = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['videos'] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ]);
  const refresh = (): Promise<unknown> => Promise.all([refreshLists(), client.invalidateQueries(page)]);

  return {
    /** `onRemoved` is called when the video is gone: its own page is left then, by who is still there. */
    remove: async (onRemoved?: () => void): Promise<void> => {
      await call(videoRoutes.delete, { id: video.id });
      await changeListed(client, (videos) => videos.filter(({ id }) => id !== video.id));
      if (isHere()) onRemoved?.();
      toast.success(`Deleted “${video.title}”.`);
      // Coming back to its page shows that it is gone, not what it was.
      await client.invalidateQueries({ ...page, refetchType: 'none' });
      await refreshLists();
    },
    /** `chapters`: fewer or more of them than the words suggest. */
    rechapter: async (chapters?: 'fewer' | 'more'): Promise<void> => {
      const { msg } = await call(videoRoutes.regenerateChapters, {
        passthrough: video.id,
        ...(chapters ? { chapters } : {}),
      });
      toast.success(msg);
      await refresh();
    },
    generateSummary: async (): Promise<void> => {
      const { msg } = await call(videoRoutes.generateSummary, { passthrough: video.id });
      toast.success(msg);
      await refresh();
    },
    uploadOmnisearch: async (): Promise<void> => {
      const { msg } = await call(videoRoutes.uploadOmnisearch, { passthrough: video.id });
      toast.success(msg || 'Omnisearch upload successfully.');
      await refresh();
    },
    retry: async (): Promise<void> => {
      await call(videoRoutes.retry, { passthrough: video.id });
      await refresh();
    },
  };
}
