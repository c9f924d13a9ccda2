import type { Video } from '@lectern/contract/videos/videos';
import { attempt } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { useCan } from '../../session/stored-session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { useVideoActions } from './use-video-actions.ts';
import { WritingCost } from './writing-cost.tsx';

/** For a video whose chapters are there and whose summary is not. */
export default function MissingSummary({ video }: { video: Video }) {
  const { ask, dialog } = useConfirm();
  const { generateSummary } = useVideoActions(video);
  const { act, isDoing } = useSerialActions();
  const can = useCan();

  const run = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to generate summary for this item?',
      detail: (
        <>
          It will be written from the transcript.
          <WritingCost video={video} />
        </>
      ),
      verb: 'Generate',
    });
    if (!agreed) return;
    await act('summary', () => attempt(() => generateSummary()));
  };
  if (!can('edit')) return null;
  return (
    <div>
      <Button look="secondary" size="sm" busy={isDoing('summary')} onClick={() => void run()}>
        Generate summary
      </Button>
      {dialog}
    </div>
  );
}
