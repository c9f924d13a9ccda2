import { formatBytes } from '@lectern/contract/rules/format-bytes';
import type { Dashboard } from '@lectern/contract/library/dashboard';
import { clsx } from 'clsx';
import { Captions, FileUp, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { captionAccept, captionForms, recordingAccept } from './file-facts.ts';
import { HiddenInput } from '../../ui/hidden-input.tsx';

type FilePickerProps = {
  className: string;
  /** Bytes. */
  maxFileSize: number;
  captions: File | undefined;
  error: string | undefined;
  onFiles: (files: readonly File[]) => void;
  onRemoveCaptions: () => void;
} & Pick<Dashboard, 'speech'>;

/** Takes recordings, with or without a caption file beside each, dropped or chosen. */
export function FilePicker({
  className,
  maxFileSize,
  speech,
  captions,
  error,
  onFiles,
  onRemoveCaptions,
}: FilePickerProps) {
  const [over, setOver] = useState(false);
  const recordingInput = useRef<HTMLInputElement>(null);
  const captionInput = useRef<HTMLInputElement>(null);

  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };

  return (
    <div className="grid gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={onDrop}
        className={clsx(
          'grid content-center justify-items-center gap-3 rounded-lg border-2 border-dashed px-6 py-10 text-center transition-colors',
          className,
          over ? 'border-accent bg-accent-wash' : 'border-edge bg-surface',
        )}
      >
        <FileUp aria-hidden strokeWidth={1.25} className="size-10 text-accent" />
        <p className="font-serif text-xl">Drop a video file here to upload</p>
        <p className="text-sm text-balance text-soft">
          Video or audio, up to 3 hours and {formatBytes(maxFileSize)}
          {speech ? '.' : ', with a caption file beside it.'}
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button size="lg" onClick={() => recordingInput.current?.click()}>
            Upload a video
          </Button>
          {!captions && (
            <Button size="lg" look="secondary" onClick={() => captionInput.current?.click()}>
              <Captions aria-hidden />
              Add a caption file first
            </Button>
          )}
        </div>
        <details className="mt-1 max-w-[60ch] text-sm text-soft">
          <summary className="inline-flex min-h-6 cursor-pointer items-center underline decoration-edge underline-offset-4 hover:text-ink">
            What can I upload?
          </summary>
          <ul className="mt-2 grid gap-2 text-balance">
            <li>Recordings as MP4, MOV, MKV, WebM, AVI, MP3, M4A, WAV and whatever else holds video or audio.</li>
            <li>{captionForms}</li>
            <li>{withoutCaptions(speech)}</li>
          </ul>
        </details>
        {captions && (
          <p className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1 text-sm">
            <Captions aria-hidden className="size-4 shrink-0 text-accent" />
            <span className="break-all">{captions.name}</span>
            <IconButton small label="Remove the caption file" icon={<X aria-hidden />} onClick={onRemoveCaptions} />
          </p>
        )}
      </div>
      {error && <Notice kind="bad">{error}</Notice>}
      <HiddenInput ref={recordingInput} label="Recording" accept={recordingAccept} multiple onFiles={onFiles} />
      <HiddenInput ref={captionInput} label="Caption file" accept={captionAccept} onFiles={onFiles} />
    </div>
  );
}

/** Explains the options of this server for a recording without captions. */
function withoutCaptions(speech: Dashboard['speech']): string {
  if (!speech) return 'This service does not recognise speech: a recording without captions waits for them.';
  const by = `Without captions, the transcript is written by ${speech.label}.`;
  if (!speech.fetches) return by;
  const { bytes, licence } = speech.fetches;
  return `${by} Its model (${formatBytes(bytes)}, ${licence}) is fetched for the first recording.`;
}
