import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { attempt, call } from '../../session/call.ts';
import { changeVideo, videoKey } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';

/** Says whether texts are by AI and unread, and lets their owner mark what the page shows as reviewed. */
export function MarkingNote({ video }: { video: VideoDetail }) {
  const { id: passthrough, title, description, summary, chapters_version, aiGenerated, reviewedAt } = video;
  const queries = useQueryClient();
  const { act, isDoing } = useSerialActions();
  const review = (): Promise<void> =>
    attempt(async () => {
      const seen = { before: { title, description, summary }, chapters_version };
      const mark = () => call(videoRoutes.save, { passthrough, reviewed: true, ...seen });
      await changeVideo(queries, video, mark, () => undefined);
      await queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
      toast.success('Marked as reviewed.');
    });
  if (!aiGenerated)
    return reviewedAt !== null && <p className="text-sm text-soft">Written by AI and reviewed by you.</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      Title, summary and chapters were written by AI and are marked as such for visitors.
      <Button look="quiet" size="sm" busy={isDoing('review')} onClick={() => void act('review', review)}>
        Mark as reviewed
      </Button>
    </p>
  );
}
