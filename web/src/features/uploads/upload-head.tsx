import type { ReactNode, Ref } from 'react';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { Pause, Play } from 'lucide-react';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { formatTimeLeft } from './file-facts.ts';
import type { UploadState } from './upload-list.ts';
import { Button } from '../../ui/button.tsx';
import { pauseUpload, resumeUpload } from './upload-queue.ts';

type UploadHeadProps = {
  id: string;
  heading?: Ref<HTMLHeadingElement>;
  title: string;
  progress?: {
    label: string;
    /** Bytes of all that is sent. */
    sent: number;
    total: number;
    /** The one that is sent; none is between two. */
    running: UploadState | undefined;
  };
  children?: ReactNode;
};

/** The one progress of an upload: how much of everything has been sent, how fast, and how long the rest takes. */
export function UploadHead({ id, heading, title, progress, children }: UploadHeadProps) {
  const { label = '', sent = 0, total = 0, running } = progress ?? {};
  const share = total > 0 ? sent / total : 0;
  return (
    <div className="grid gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="min-w-0 text-xl break-words">
          {title}
        </h2>
        {progress && <span className="font-serif text-2xl tabular-nums">{Math.floor(share * 100)}%</span>}
      </div>
      {progress && (
        <>
          <ProgressBar value={share} label={label} className="h-2" />
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft tabular-nums">
            <span>
              {children}
              {formatBytes(sent)} of {formatBytes(total)}
            </span>
            <span>{running && pace(running, total - sent)}</span>
          </div>
        </>
      )}
    </div>
  );
}

/** How it goes with the one that is sent; the time is that of the `left` bytes of all. */
function pace({ phase, speed }: UploadState, left: number): string {
  if (phase === 'starting') return 'Starting…';
  if (phase === 'pausing') return 'Pausing after this part…';
  if (phase === 'paused') return 'Paused';
  if (phase === 'joining') return 'Being stored…';
  if (phase === 'offline') return 'Waiting for the connection';
  if (speed === undefined || speed <= 0) return '';
  return `${formatBytes(speed)}/s · ${formatTimeLeft(left / speed)}`;
}

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
