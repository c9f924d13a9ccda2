import { outlineRoutes } from '@lectern/contract/outlines';
import type { VideoAsset } from '@lectern/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { showVideo, videoKey } from '../../session/shown-video.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { saveInTurn } from './save-in-turn.ts';

/** How many chapters there are, and a button each for one fewer and one more. */
export function ChapterCount({ video }: { video: VideoAsset }) {
  const queries = useQueryClient();
  const [pending, setPending] = useState(0);
  const { chapters, chapter_counts: counts } = video;
  const none = {
    fewer: counts !== null && chapters.length <= counts.fewest,
    more: counts !== null && chapters.length >= counts.most,
  };

  /** Each press is one chapter, also when presses come faster than answers. */
  const redraw = async (by: 1 | -1): Promise<void> => {
    setPending((now) => now + 1);
    try {
      await saveInTurn(video.id, async () => {
        const now = queries.getQueryData<VideoAsset>(videoKey(video.uploadId)) ?? video;
        const { data } = await call(outlineRoutes.redraw, {
          passthrough: video.id,
          count: Math.max(1, now.chapters.length + by),
          chapters_version: now.chapters_version,
        });
        await showVideo(queries, video.uploadId, data);
      });
      void queries.invalidateQueries({ queryKey: ['videos'] });
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
      void queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
    } finally {
      setPending((now) => now - 1);
    }
  };
  // A button that is switched off under the finger loses the focus: these only say that they do nothing.
  const button = (label: string, icon: ReactNode, isNone: boolean, by: 1 | -1) => (
    <IconButton
      small
      label={isNone ? `${label}: no further place` : label}
      icon={icon}
      aria-disabled={isNone || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
      onClick={() => (isNone ? undefined : void redraw(by))}
    />
  );
  return (
    <div role="group" aria-label="Number of chapters" className="flex items-center gap-1 tabular-nums">
      {button('Fewer chapters', <Minus aria-hidden />, none.fewer, -1)}
      <span role="status" aria-busy={pending > 0} className="text-center">
        {chapters.length === 1 ? '1 chapter' : `${chapters.length} chapters`}
      </span>
      {button('More chapters', <Plus aria-hidden />, none.more, 1)}
    </div>
  );
}
