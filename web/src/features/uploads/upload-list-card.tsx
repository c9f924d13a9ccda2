import { CirclePlus, Clock3, TriangleAlert, Upload, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus, handOverFocus } from '../../ui/focus-place.ts';
import {
  AfterUpload,
  type Full,
  RefreshNote,
  type OnShare,
  FinishedUpload,
  useUploadFinished,
} from './finished-upload.tsx';
import { recordingAccept } from './file-facts.ts';
import { HiddenInput } from '../../ui/hidden-input.tsx';
import { PauseButton, UploadHead } from './upload-head.tsx';
import { emptyList, isUploadRunning, isUnderWay, type UploadList, type UploadState } from './upload-list.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote, UploadStanding } from './upload-standing.tsx';
import { refuseUpload, removeUpload, retryUpload } from './upload-queue.ts';

type UploadListCardProps = {
  list: UploadList;
  full: Full;
  onFiles: (files: readonly File[]) => void;
  onCancel: (upload: UploadState) => void;
  onShare: OnShare;
};

export function UploadListCard({ list: { uploads, said }, full, onFiles, onCancel, onShare }: UploadListCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const running = uploads.find(isUploadRunning);
  const underWay = uploads.some(isUnderWay);
  // An upload that failed for good, with nothing sent, does not count.
  const counted = uploads.filter(({ phase, sent }) => phase !== 'failed' || sent > 0);
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  const failed = uploads.filter(({ phase }) => phase === 'failed').length;
  const count = `${done} of ${uploads.length} uploaded${failed === 0 ? '' : `, ${failed} refused or failed`}`;
  const allDone = done === uploads.length;

  return (
    <Card aria-labelledby="upload-list" className="grid gap-4 p-5 sm:p-7">
      <UploadHead
        id="upload-list"
        heading={heading}
        title={title(uploads.length, done, underWay)}
        {...(underWay
          ? {
              progress: {
                label: 'All recordings',
                sent: sum(counted.map((upload) => upload.sent)),
                total: sum(counted.map(({ file }) => file.size)),
                running,
              },
            }
          : {})}
      >
        {count} ·{' '}
      </UploadHead>
      {underWay && (
        <div className="flex flex-wrap gap-3">
          {running && (
            // The same button for one recording after another: who has the focus on it keeps it.
            <div ref={leavesFocus}>
              <PauseButton upload={running} />
            </div>
          )}
          <Button look="secondary" onClick={() => input.current?.click()}>
            <CirclePlus aria-hidden />
            Add recordings
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {said && `${said} ${count}.`}
      </p>
      <ol aria-labelledby="upload-list" className="divide-y divide-line border-y border-line">
        {uploads.map((upload) => (
          <QueuedUpload
            key={upload.key}
            upload={upload}
            onShare={onShare}
            onCancel={() => onCancel(upload)}
            onHandled={(row) => handOverFocus(row, heading.current)}
          />
        ))}
      </ol>
      {!underWay &&
        (allDone ? (
          <AfterUpload full={full} close="Close the list" />
        ) : (
          <NotAllDone full={full} hasDone={done > 0} onAdd={() => input.current?.click()} />
        ))}
      <HiddenInput ref={input} label="More recordings" accept={recordingAccept} multiple onFiles={onFiles} />
    </Card>
  );
}

function NotAllDone({ full, hasDone, onAdd }: { full: Full; hasDone: boolean; onAdd: () => void }) {
  return (
    <div ref={leavesFocus} className="flex flex-wrap items-center gap-3">
      {!full && (
        <Button look="secondary" onClick={onAdd}>
          <CirclePlus aria-hidden />
          Add recordings
        </Button>
      )}
      <Button look="secondary" onClick={emptyList}>
        Close the list
      </Button>
      {!full && hasDone && <RefreshNote />}
    </div>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function title(all: number, done: number, underWay: boolean): string {
  if (underWay) return all === 1 ? 'Uploading one recording' : `Uploading ${all} recordings`;
  if (done === all) return 'Upload complete!';
  return done === 0 ? 'Nothing was uploaded' : `${done} of ${all} recordings are uploaded`;
}

/** Milliseconds: several are asked about at a time. */
const pollingInterval = 3_000;

type QueuedUploadProps = {
  upload: UploadState;
  onShare: OnShare;
  onCancel: () => void;
  /** Its buttons go with what they do: the focus is to be handed on. */
  onHandled: (row: HTMLElement | null) => void;
};

function QueuedUpload({ upload, onShare, onCancel, onHandled }: QueuedUploadProps) {
  const { phase, file, retryable } = upload;
  const handled = (act: (upload: UploadState) => void) => (event: React.MouseEvent<HTMLElement>) => {
    onHandled(event.currentTarget.closest('li'));
    act(upload);
  };
  const removal = <IconButton label={`Remove ${file.name}`} icon={<X aria-hidden />} onClick={handled(removeUpload)} />;

  if (phase === 'done') return <Arrived upload={upload} onShare={onShare} />;
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
  const { phase, file, sent, id, captions, isWatchable } = upload;
  return (
    <Row
      upload={upload}
      icon={<Upload aria-hidden className="text-accent" />}
      actions={
        <span ref={leavesFocus} className="contents">
          {id && isWatchable && (
            <ButtonLink to={`/asset/${id}`} size="sm" look="secondary" aria-label={`Watch ${file.name}`}>
              Watch
            </ButtonLink>
          )}
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

function Arrived({ upload, onShare }: Pick<QueuedUploadProps, 'upload' | 'onShare'>) {
  const { video, refusal } = useUploadFinished(upload.id ?? '', pollingInterval);
  useEffect(() => {
    if (refusal) refuseUpload(upload, refusal);
  }, [upload, refusal]);
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
