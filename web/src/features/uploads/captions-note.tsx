import { Captions } from 'lucide-react';
import type { UploadState } from './upload-list.ts';

/** Shows the state of the caption file chosen with the recording. */
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
