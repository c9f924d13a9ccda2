import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { UploadState } from './upload-list.ts';
import { pauseUpload, resumeUpload } from './upload-queue.ts';

export function PauseButton({ upload }: { upload: UploadState }) {
  const { phase } = upload;
  return phase === 'paused' || phase === 'pausing' ? (
    <Button onClick={() => resumeUpload(upload)}>
      <Play aria-hidden />
      Resume
    </Button>
  ) : (
    <Button look="secondary" disabled={phase === 'starting' || phase === 'joining'} onClick={() => pauseUpload(upload)}>
      <Pause aria-hidden />
      Pause
    </Button>
  );
}
