import type { Dashboard } from '@lectern/contract/dashboard';
import { problems } from '@lectern/contract/problem';
import { maxDuration } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';
import { Captions, FileUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DragEvent, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { takeFiles } from './dropped-files.ts';
import { captionAccept, captionForms, formatBytes, isCaptionFile, mayBeRecording } from './file-facts.ts';
import { recordingLength } from './recording-length.ts';

type FilePickerProps = {
  /** Bytes. */
  maxFileSize: number;
  onChosen: (recording: File, captions: File | undefined) => void;
} & Pick<Dashboard, 'speech'>;

/** Takes a recording, with or without a caption file beside it, dropped or chosen. */
export function FilePicker({ maxFileSize, speech, onChosen }: FilePickerProps) {
  const [captions, setCaptions] = useState<File>();
  const [error, setError] = useState<string>();
  const [over, setOver] = useState(false);
  const recordingInput = useRef<HTMLInputElement>(null);
  const captionInput = useRef<HTMLInputElement>(null);

  const take = async (files: readonly File[]): Promise<void> => {
    const beside = files.find(isCaptionFile) ?? captions;
    const others = files.filter((file) => !isCaptionFile(file));
    const recording = others[0];
    setError(undefined);
    if (beside) setCaptions(beside);
    if (!recording) return;
    if (others.length > 1) return setError('Please choose one recording at a time.');
    if (!mayBeRecording(recording)) return setError('This file is neither audio nor video. Please choose a recording.');
    if (recording.size > maxFileSize)
      return setError(
        `The file size exceeds the maximum: ${recording.name} has ${formatBytes(recording.size)}, the limit is ${formatBytes(maxFileSize)}.`,
      );
    if (((await recordingLength(recording)) ?? 0) > maxDuration) return setError(problems.media_too_long.text);
    onChosen(recording, beside);
  };
  // What was dropped beside the zone, or on another page.
  const takeDropped = useEffectEvent((files: readonly File[]) => void take(files));
  useEffect(() => takeFiles(takeDropped), []);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
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
          'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-6 py-14 text-center transition-colors sm:py-20',
          over ? 'border-accent bg-accent-wash' : 'border-edge bg-surface',
        )}
      >
        <FileUp aria-hidden strokeWidth={1.25} className="size-10 text-accent" />
        <p className="font-serif text-xl">Drop a video file here to upload</p>
        <p className="text-sm text-soft">
          Video or audio, up to 3 hours and {formatBytes(maxFileSize)}. You can add a caption file.
        </p>
        <p className="max-w-[60ch] text-sm text-balance text-soft">{captionForms}</p>
        <p className="max-w-[60ch] text-sm text-balance text-soft">{withoutCaptions(speech)}</p>
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
        {captions && (
          <p className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1 text-sm">
            <Captions aria-hidden className="size-4 shrink-0 text-accent" />
            <span className="break-all">{captions.name}</span>
            <IconButton
              small
              label="Remove the caption file"
              icon={<X aria-hidden />}
              onClick={() => setCaptions(undefined)}
            />
          </p>
        )}
      </div>
      {error && <Notice kind="bad">{error}</Notice>}
      <HiddenInput
        ref={recordingInput}
        label="Recording"
        accept={`video/*,audio/*,.mkv,${captionAccept}`}
        multiple
        onFiles={(files) => void take(files)}
      />
      <HiddenInput
        ref={captionInput}
        label="Caption file"
        accept={captionAccept}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}

/** What this server can do for a recording that has no captions. */
function withoutCaptions(speech: Dashboard['speech']): string {
  if (!speech) return 'This service does not recognise speech: a recording without captions waits for them.';
  const by = `Without captions, the transcript is written by ${speech.label}.`;
  if (!speech.fetches) return by;
  const { bytes, licence } = speech.fetches;
  return `${by} Its model (${formatBytes(bytes)}, ${licence}) is fetched for the first recording.`;
}

type HiddenInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
};

/** The browser's file dialog without its looks; the button beside it opens it. */
function HiddenInput({ ref, label, accept, multiple = false, onFiles }: HiddenInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      multiple={multiple}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // So that the same file can be chosen again after an error.
        event.target.value = '';
        onFiles(files);
      }}
    />
  );
}
