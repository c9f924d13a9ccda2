import type { Video } from '@lectern/contract/videos/videos';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { attempt } from '../../session/call.ts';
import { useCan } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { useVideoActions } from './use-video-actions.ts';

/** Runs a failed step of the pipeline again, or one that waited for an engine that is there now. */
export function RetryButton({
  video,
  listens,
}: {
  video: Video;
  /** This server recognises speech. */ listens: boolean;
}) {
  const { retry, uploadOmnisearch } = useVideoActions(video);
  const failed = video.steps.filter(({ state }) => state === 'failed');
  const onlySearch = failed.length > 0 && failed.every(({ step }) => step === 'search');
  const [busy, setBusy] = useState(false);
  const can = useCan();
  const run = async (): Promise<void> => {
    setBusy(true);
    await attempt(() => (onlySearch ? uploadOmnisearch() : retry()));
    setBusy(false);
  };
  // Retrying does not help a video that only waits for captions, unless a speech engine was added since.
  if ((failed.length === 0 && !listens) || !can('edit')) return null;
  return (
    <Button ref={leavesFocus} look="secondary" size="sm" busy={busy} onClick={() => void run()}>
      <RotateCw aria-hidden />
      Try again
    </Button>
  );
}
