import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { isSettled } from '@lectern/contract/rules/pipeline';
import { CircleCheck, Clock3, TriangleAlert, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PipelineProgress, isWorking } from '../../ui/pipeline-progress.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { readyText } from './upload-done.tsx';
import type { UploadState } from './upload-list.ts';
import { removeUpload, retryUpload } from './upload-queue.ts';
import { useArrived } from './use-arrived.ts';

/** Milliseconds: several are asked about at a time. */
const pollingInterval = 3_000;

type QueuedUploadProps = {
  upload: UploadState;
  /** Its buttons go with what they do: the focus is to be handed on. */
  onHandled: (row: HTMLElement | null) => void;
};

/** One of several recordings in the list of the upload page. */
export function QueuedUpload({ upload, onHandled }: QueuedUploadProps) {
  const { phase, file, retryable } = upload;
  const handled = (act: (upload: UploadState) => void) => (event: React.MouseEvent<HTMLElement>) => {
    onHandled(event.currentTarget.closest('li'));
    act(upload);
  };
  const removal = <IconButton label={`Remove ${file.name}`} icon={<X aria-hidden />} onClick={handled(removeUpload)} />;

  if (phase === 'done') return <Arrived upload={upload} removal={removal} />;
  if (phase === 'failed')
    return (
      <Row
        upload={upload}
        icon={<TriangleAlert aria-hidden className="text-danger" />}
        actions={
          <>
            {retryable && (
              <Button size="sm" look="secondary" aria-label={`Try again: ${file.name}`} onClick={handled(retryUpload)}>
                Try again
              </Button>
            )}
            {removal}
          </>
        }
      >
        <p className="font-medium text-danger">{upload.error}</p>
      </Row>
    );
  if (phase === 'waiting')
    return (
      <Row upload={upload} icon={<Clock3 aria-hidden className="text-soft" />} actions={removal}>
        <p className="text-soft">Waiting · {formatBytes(file.size)}</p>
      </Row>
    );
  const share = upload.sent / file.size;
  return (
    <Row upload={upload} icon={<Upload aria-hidden className="text-accent" />}>
      <p className="text-soft tabular-nums">
        {phase === 'joining'
          ? `Arrived, being stored · ${formatBytes(file.size)}`
          : `${formatBytes(upload.sent)} of ${formatBytes(file.size)} · ${Math.floor(share * 100)}%`}
      </p>
      <ProgressBar value={share} label={`Uploaded of ${file.name}`} className="mt-2" />
    </Row>
  );
}

function Arrived({ upload, removal }: { upload: UploadState; removal: ReactNode }) {
  const { id = '', file } = upload;
  const { video, refusal } = useArrived(id, pollingInterval);
  if (refusal)
    return (
      <Row upload={upload} icon={<TriangleAlert aria-hidden className="text-danger" />} actions={removal}>
        <p className="font-medium text-danger">{refusal}</p>
      </Row>
    );
  return (
    <Row
      upload={upload}
      icon={<CircleCheck aria-hidden className="text-accent" />}
      actions={
        <ButtonLink size="sm" look="secondary" to={`/asset/${id}`} aria-label={`Open ${file.name}`}>
          Open
        </ButtonLink>
      }
    >
      {!video ? (
        <p className="text-soft">Uploaded</p>
      ) : isSettled(video.steps) ? (
        <p className="text-soft">Uploaded · {readyText(video)}</p>
      ) : isWorking(video) ? (
        <p className="text-soft tabular-nums">Uploaded · being processed: {Math.round(video.progress * 100)}%</p>
      ) : (
        <PipelineProgress video={video} action={<AddCaptions passthrough={id} />} />
      )}
    </Row>
  );
}

type RowProps = { upload: UploadState; icon: ReactNode; actions?: ReactNode; children: ReactNode };

function Row({ upload, icon, actions, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-4">
      <span className="mt-1 [&_svg]:size-4">{icon}</span>
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <h3 className="font-sans text-base font-medium break-words">{upload.file.name}</h3>
        {children}
        {upload.captions && (
          <div className="mt-1">
            {upload.phase === 'done' || upload.id ? (
              <CaptionsNote captions={upload.captions} />
            ) : (
              <p className="break-all text-soft">With {upload.captions.file.name}</p>
            )}
          </div>
        )}
      </div>
      {actions && <div className="ms-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </li>
  );
}
