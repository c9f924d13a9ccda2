import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { Clock3, TriangleAlert, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { FinishedUpload, type OnShare } from './finished-upload.tsx';
import type { UploadState } from './upload-list.ts';
import { removeUpload, retryUpload } from './upload-queue.ts';
import { UploadStanding } from './upload-standing.tsx';
import { useUploadFinished } from './use-upload-finished.ts';

/** Milliseconds: several are asked about at a time. */
const pollingInterval = 3_000;

type QueuedUploadProps = {
  upload: UploadState;
  onShare: OnShare;
  onCancel: () => void;
  /** Its buttons go with what they do: the focus is to be handed on. */
  onHandled: (row: HTMLElement | null) => void;
};

/** One of several recordings in the list of the upload page. */
export function QueuedUpload({ upload, onShare, onCancel, onHandled }: QueuedUploadProps) {
  const { phase, file, retryable } = upload;
  const handled = (act: (upload: UploadState) => void) => (event: React.MouseEvent<HTMLElement>) => {
    onHandled(event.currentTarget.closest('li'));
    act(upload);
  };
  const removal = <IconButton label={`Remove ${file.name}`} icon={<X aria-hidden />} onClick={handled(removeUpload)} />;

  if (phase === 'done') return <Arrived upload={upload} removal={removal} onShare={onShare} />;
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
  return <Sent upload={upload} onCancel={onCancel} />;
}

function Sent({ upload, onCancel }: Pick<QueuedUploadProps, 'upload' | 'onCancel'>) {
  const { phase, file, sent, id, captions } = upload;
  return (
    <Row
      upload={upload}
      icon={<Upload aria-hidden className="text-accent" />}
      actions={
        <span ref={leavesFocus} className="contents">
          {id && captions?.phase !== 'added' && <AddCaptions passthrough={id} />}
          <IconButton label={`Cancel upload of ${file.name}`} icon={<X aria-hidden />} onClick={onCancel} />
        </span>
      }
    >
      <p className="text-soft tabular-nums">
        {phase === 'joining'
          ? `Arrived, being stored · ${formatBytes(file.size)}`
          : `${formatBytes(sent)} of ${formatBytes(file.size)} · ${Math.floor((sent / file.size) * 100)}%`}
      </p>
      <UploadStanding {...upload} />
    </Row>
  );
}

function Arrived({ upload, removal, onShare }: { upload: UploadState; removal: ReactNode; onShare: OnShare }) {
  const { video, refusal } = useUploadFinished(upload.id ?? '', pollingInterval);
  if (refusal)
    return (
      <Row upload={upload} icon={<TriangleAlert aria-hidden className="text-danger" />} actions={removal}>
        <p className="font-medium text-danger">{refusal}</p>
      </Row>
    );
  return (
    <li className="py-4">
      <FinishedUpload upload={upload} video={video} onShare={onShare} />
    </li>
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
            {upload.id ? (
              <CaptionsNote captions={upload.captions} />
            ) : (
              <p className="break-all text-soft">With {upload.captions.file.name}</p>
            )}
          </div>
        )}
      </div>
      {actions && <div className="ms-auto flex shrink-0 flex-wrap items-center justify-end gap-2">{actions}</div>}
    </li>
  );
}
