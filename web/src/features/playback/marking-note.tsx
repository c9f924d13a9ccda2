import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { attempt, call } from '../../session/call.ts';
import { Allowed } from '../../session/stored-session.ts';
import { changeVideo, videoKey } from '../../session/video-cache.ts';
import { useIsShared } from '../../session/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { isConflict } from '../../ui/edit-conflict.ts';
import { toast } from '../../ui/toast.tsx';
import { saveUndoableEdit } from '../../ui/undo-history.ts';
import { useSerialActions } from '../../ui/use-serial-actions.ts';

/** Says whether texts are by AI and unread, and lets who may edit them mark what the page shows as reviewed. */
export function MarkingNote({ video }: { video: VideoDetail }) {
  const { id: passthrough, title, description, summary, chapters_version, aiGenerated, reviewedAt } = video;
  const queries = useQueryClient();
  const { act, isDoing } = useSerialActions();
  const note = useRef<HTMLParagraphElement>(null);
  const isShared = useIsShared();
  const mark = async (wanted: { reviewed: boolean } & Partial<VideoDetail> & { before?: object }): Promise<void> => {
    try {
      await changeVideo(
        queries,
        video,
        () => call(videoRoutes.save, { passthrough, ...wanted }),
        () => undefined,
      );
    } finally {
      await queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
    }
  };
  const review = async (): Promise<void> => {
    const seen = { before: { title, description, summary }, chapters_version };
    await saveUndoableEdit(async () => {
      await mark({ reviewed: true, ...seen });
      note.current?.focus();
      return { said: 'Marked as reviewed.', label: 'review', takeBack: () => mark({ reviewed: false }) };
    });
  };
  const tryReview = (): Promise<void> =>
    attempt(() =>
      review().catch((error: unknown) => {
        if (!isConflict(error)) throw error;
        toast.info('The texts have changed meanwhile. Please read what stands here now.');
      }),
    );
  if (!aiGenerated && reviewedAt === null) return null;
  return (
    <p ref={note} tabIndex={-1} className="text-sm text-soft">
      {aiGenerated ? (
        <>
          Title, summary and chapters were written by AI and are marked as such for visitors.{' '}
          <Allowed right="edit">
            <Button
              look="quiet"
              size="sm"
              className="-mx-1"
              busy={isDoing('review')}
              onClick={() => void act('review', tryReview)}
            >
              Mark as reviewed
            </Button>
          </Allowed>
        </>
      ) : isShared ? (
        'Written by AI and reviewed.'
      ) : (
        'Written by AI and reviewed by you.'
      )}
    </p>
  );
}
