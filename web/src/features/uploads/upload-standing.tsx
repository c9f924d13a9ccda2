import { Notice } from '../../ui/notice.tsx';
import type { UploadState } from './upload-list.ts';

/** Shows why the current upload is held up, with a short version for a screen reader. */
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
