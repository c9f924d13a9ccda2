import { CirclePlus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { handOverFocus } from '../../ui/pass-focus.ts';
import { AfterUpload, type Full, RefreshNote } from './after-upload.tsx';
import { recordingAccept } from './file-facts.ts';
import type { OnShare } from './finished-upload.tsx';
import { HiddenInput } from './hidden-input.tsx';
import { PauseButton } from './pause-button.tsx';
import { QueuedUpload } from './queued-upload.tsx';
import { UploadHead } from './upload-head.tsx';
import { emptyList, isUploadRunning, isUnderWay } from './upload-list.ts';
import type { UploadList, UploadState } from './upload-list.ts';

type UploadListCardProps = {
  list: UploadList;
  full: Full;
  onFiles: (files: readonly File[]) => void;
  onCancel: (upload: UploadState) => void;
  onShare: OnShare;
};

/** Several recordings: how far all of them are, and each in a list. */
export function UploadListCard({ list: { uploads, said }, full, onFiles, onCancel, onShare }: UploadListCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const running = uploads.find(isUploadRunning);
  const underWay = uploads.some(isUnderWay);
  // An upload that failed for good, with nothing sent, does not count.
  const counted = uploads.filter(({ phase, sent }) => phase !== 'failed' || sent > 0);
  const done = uploads.filter(({ phase }) => phase === 'done').length;
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
        {done} of {uploads.length} uploaded ·{' '}
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
        {said && `${said} ${done} of ${uploads.length} uploaded.`}
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
