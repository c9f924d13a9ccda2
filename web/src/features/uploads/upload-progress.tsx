import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { Pause, Play } from 'lucide-react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { formatTimeLeft } from './file-facts.ts';
import type { UploadState } from './upload-list.ts';
import { cancelUpload, pauseUpload, resumeUpload } from './upload-queue.ts';

export function UploadProgress({ upload }: { upload: UploadState }) {
  const { phase, file, sent, id } = upload;
  const { ask, dialog } = useConfirm();
  const share = sent / file.size;
  const held = phase === 'paused' || phase === 'pausing';

  const cancel = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Cancel this upload?',
      detail: `What has been sent of “${file.name}” will be deleted.`,
      verb: 'Cancel upload',
      danger: true,
    });
    if (!agreed) return;
    try {
      await cancelUpload(upload);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };

  return (
    <Card aria-labelledby="upload-name" className="grid gap-4 p-5 sm:p-7">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="upload-name" className="min-w-0 text-xl">
          {file.name}
        </h2>
        <span className="font-serif text-2xl tabular-nums">{Math.floor(share * 100)}%</span>
      </div>
      <ProgressBar value={share} label="Upload progress" className="h-2" />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft tabular-nums">
        <span>
          {formatBytes(sent)} of {formatBytes(file.size)}
        </span>
        <span>{pace(upload, file.size)}</span>
      </div>
      {phase === 'offline' && <Notice>Currently offline. Upload will resume automatically when online.</Notice>}
      {phase === 'joining' && (
        <Notice>
          The recording has arrived. Its parts are being joined and stored, which can take several minutes. Nothing has
          to be sent again.
        </Notice>
      )}
      {/* Tens of percents only: a screen reader is not to talk without end. */}
      <p role="status" className="sr-only">
        {phase === 'sending'
          ? `${Math.floor(share * 10) * 10}% uploaded`
          : phase === 'pausing'
            ? 'Pausing after this part'
            : held
              ? 'Upload paused'
              : ''}
      </p>
      <CaptionsNote captions={upload.captions} />
      <div className="flex flex-wrap gap-3">
        {held ? (
          <Button onClick={() => resumeUpload(upload)}>
            <Play aria-hidden />
            Resume
          </Button>
        ) : (
          <Button
            look="secondary"
            disabled={phase === 'starting' || phase === 'joining'}
            onClick={() => pauseUpload(upload)}
          >
            <Pause aria-hidden />
            Pause
          </Button>
        )}
        <Button look="quiet" onClick={() => void cancel()}>
          Cancel upload
        </Button>
        <span className="ms-auto flex flex-wrap justify-end gap-2">
          {id && upload.captions?.phase !== 'added' && <AddCaptions passthrough={id} />}
        </span>
      </div>
      {dialog}
    </Card>
  );
}

function pace({ phase, speed, sent }: UploadState, size: number): string {
  if (phase === 'starting') return 'Starting…';
  if (phase === 'pausing') return 'Pausing after this part…';
  if (phase === 'paused') return 'Paused';
  if (phase === 'joining') return 'Being stored…';
  if (phase === 'offline') return 'Waiting for the connection';
  if (speed === undefined || speed <= 0) return '';
  return `${formatBytes(speed)}/s · ${formatTimeLeft((size - sent) / speed)}`;
}
