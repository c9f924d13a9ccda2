import { outlineRoutes } from '@lectern/contract/outline/outlines';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call, tellFailure } from '../../session/call.ts';
import { changeVideo, videoKey } from '../../session/video-cache.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Whether a recording has no place for one chapter fewer, or more. */
function isLast({ chapters, chapter_counts: counts }: VideoDetail, by: 1 | -1): boolean {
  if (by === -1 && chapters.length <= 1) return true;
  return counts !== null && (by === 1 ? chapters.length >= counts.most : chapters.length <= counts.fewest);
}

const none = { [-1]: 'none left to merge', 1: 'none left to divide' } as const;

export function ChapterCount({ video }: { video: VideoDetail }) {
  const queries = useQueryClient();
  const [pending, setPending] = useState(0);
  const { chapters } = video;

  /** Each press is one chapter, also when presses come faster than answers. */
  const redraw = async (by: 1 | -1): Promise<void> => {
    setPending((now) => now + 1);
    try {
      const redrawn = await changeVideo(
        queries,
        video,
        async (now = video) => {
          // The presses before this one have used up what there was.
          if (isLast(now, by)) return undefined;
          const count = now.chapters.length + by;
          return call(outlineRoutes.redraw, { passthrough: video.id, count, chapters_version: now.chapters_version });
        },
        (answer) => answer?.data,
      );
      if (!redrawn) return;
      void queries.invalidateQueries({ queryKey: ['videos'] });
    } catch (error) {
      tellFailure(error);
      void queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
    } finally {
      setPending((now) => now - 1);
    }
  };
  // A button that is switched off under the finger loses the focus: these only say that they do nothing.
  const button = (label: string, icon: ReactNode, isNone: boolean, by: 1 | -1) => (
    <IconButton
      small
      label={isNone ? `${label}: ${none[by]}` : label}
      icon={icon}
      aria-disabled={isNone || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
      onClick={() => (isNone ? undefined : void redraw(by))}
    />
  );
  return (
    <div role="group" aria-label="Number of chapters" className="flex items-center gap-1 tabular-nums">
      {button('Fewer chapters', <Minus aria-hidden />, isLast(video, -1), -1)}
      <span role="status" aria-busy={pending > 0} className="text-center">
        {chapters.length === 1 ? '1 chapter' : `${chapters.length} chapters`}
      </span>
      {button('More chapters', <Plus aria-hidden />, isLast(video, 1), 1)}
    </div>
  );
}
