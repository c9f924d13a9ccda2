import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { UploadState } from './upload-list.ts';
import { pauseUpload, resumeUpload } from './upload-queue.ts';

export function PauseButton({ upload }: { upload: UploadState }) {
  const { phase } = upload;
  const isIdle = phase === 'starting' || phase === 'joining';
  return phase === 'paused' || phase === 'pausing' ? (
    <Button onClick={() => resumeUpload(upload)}>
      <Play aria-hidden />
      Resume
    </Button>
  ) : (
    <Button
      look="secondary"
      // Not `disabled`: who has the focus on it keeps it from one recording to the next.
      aria-disabled={isIdle || undefined}
      onClick={() => pauseUpload(upload)}
    >
      <Pause aria-hidden />
      Pause
    </Button>
  );
}
