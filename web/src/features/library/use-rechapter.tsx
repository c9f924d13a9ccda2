import type { Video } from '@lectern/contract/videos';
import type { ReactNode } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';
import { useVideoActions } from './use-video-actions.ts';

/** Writes the chapters of a video anew, once the person has agreed in `dialog`. */
export function useRechapter(video: Video): { rechapter: () => Promise<void>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const { rechapter } = useVideoActions(video);
  return {
    dialog,
    rechapter: async () => {
      const agreed = await ask({
        title: 'Are you sure you want to regenerate chapter for this item?',
        detail: 'New chapters, summaries and quotes are written. What you have edited yourself is kept.',
        verb: 'Regenerate',
      });
      if (!agreed) return;
      try {
        await rechapter();
      } catch (error) {
        if (!isAnnounced(error)) toast.error(failureText(error));
      }
    },
  };
}
