import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { CirclePlus } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { recordingAccept } from './file-facts.ts';
import { HiddenInput } from './hidden-input.tsx';
import { QueuedUpload } from './queued-upload.tsx';
import { emptyList, isRunning, isUnderWay } from './upload-list.ts';
import type { UploadList, UploadState } from './upload-list.ts';
import { UploadProgress } from './upload-progress.tsx';

type UploadListCardProps = { list: UploadList; hasRoom: boolean; onFiles: (files: readonly File[]) => void };

/** Several recordings: the one that is being sent as if it were alone, and the list of all. */
export function UploadListCard({ list: { uploads, said }, hasRoom, onFiles }: UploadListCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const running = uploads.find(isRunning);
  const underWay = uploads.some(isUnderWay);
  // What failed for good is never sent.
  const counted = uploads.filter(({ phase, sent }) => phase !== 'failed' || sent > 0);
  const total = sum(counted.map(({ file }) => file.size));
  const sent = sum(counted.map((upload) => upload.sent));
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  const allDone = done === uploads.length;

  return (
    <div className="grid gap-5">
      {running && <Running upload={running} onEnd={() => heading.current?.focus()} />}
      <Card aria-labelledby="upload-list" className="grid gap-4 p-5 sm:p-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id="upload-list" ref={heading} tabIndex={-1} className="text-xl">
            {title(uploads.length, done, underWay)}
          </h2>
          <span className="text-sm text-soft tabular-nums">
            {underWay && `${done} of ${uploads.length} uploaded · `}
            {formatBytes(sent)} of {formatBytes(total)}
          </span>
        </div>
        {underWay && <ProgressBar value={total > 0 ? sent / total : 0} label="All recordings" className="h-2" />}
        <p role="status" className="sr-only">
          {said && `${said} ${done} of ${uploads.length} uploaded.`}
        </p>
        <ol aria-labelledby="upload-list" className="divide-y divide-line border-y border-line">
          {uploads.map((upload) => (
            <QueuedUpload key={upload.key} upload={upload} onHandled={(row) => passFocus(row, heading.current)} />
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          {(underWay || (hasRoom && !allDone)) && (
            <Button look="secondary" onClick={() => input.current?.click()}>
              <CirclePlus aria-hidden />
              Add recordings
            </Button>
          )}
          {!underWay && (
            <Button look="secondary" onClick={emptyList}>
              {hasRoom && allDone ? 'Upload another video' : 'Close the list'}
            </Button>
          )}
        </div>
        {!underWay && done > 0 && (
          <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
        )}
        <HiddenInput ref={input} label="More recordings" accept={recordingAccept} multiple onFiles={onFiles} />
      </Card>
    </div>
  );
}

/** The same buttons for one recording after another: who has the focus on one keeps it. At the end it is handed on. */
function Running({ upload, onEnd }: { upload: UploadState; onEnd: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const ended = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      if (shown?.contains(document.activeElement)) ended();
    };
  }, []);
  return (
    <div ref={place}>
      <UploadProgress upload={upload} />
    </div>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function title(all: number, done: number, underWay: boolean): string {
  if (underWay) return all === 1 ? 'Uploading one recording' : `Uploading ${all} recordings`;
  if (done === all) return 'Upload complete!';
  return done === 0 ? 'Nothing was uploaded' : `${done} of ${all} recordings are uploaded`;
}
