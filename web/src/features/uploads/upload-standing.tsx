import { Captions } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { UploadState } from './upload-list.ts';

export function UploadStanding({ phase, file, sent }: UploadState) {
  return (
    <>
      {phase === 'offline' && <Notice>Currently offline. Upload will resume automatically when online.</Notice>}
      {phase === 'joining' && (
        <Notice>
          The recording has arrived. Its parts are being joined and stored, which can take several minutes. Nothing has
          to be sent again.
        </Notice>
      )}
      <p role="status" className="sr-only">
        {said(phase, sent / file.size)}
      </p>
    </>
  );
}

/** Tens of percents only: a screen reader is not to talk without end. */
function said(phase: UploadState['phase'], share: number): string {
  if (phase === 'sending') return `${Math.floor(share * 10) * 10}% uploaded`;
  if (phase === 'pausing') return 'Pausing after this part';
  return phase === 'paused' ? 'Upload paused' : '';
}

export function CaptionsNote({ captions }: Pick<UploadState, 'captions'>) {
  if (!captions) return null;
  const { file, phase, text } = captions;
  return (
    <p role={phase === 'failed' ? 'alert' : 'status'} className="flex items-start gap-2 text-sm">
      <Captions aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="break-all">{file.name}</span>
        {phase === 'waiting' && <span className="text-soft"> · being added</span>}
        {phase === 'added' && <span className="text-soft"> · {text}</span>}
        {phase === 'failed' && <span className="font-medium text-danger"> · {text}</span>}
      </span>
    </p>
  );
}
