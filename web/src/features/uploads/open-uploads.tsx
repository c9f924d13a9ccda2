import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { uploadRoutes, type UnfinishedUpload } from '@lectern/contract/uploads/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, attempt } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { RememberedUpload } from './remembered-uploads.ts';
import { ErrorText } from '../../ui/notice.tsx';
import { HiddenInput } from '../../ui/hidden-input.tsx';
import { comesByItself, forgetFetched, openUploadsKey, useOpenUploads } from './use-open-uploads.ts';

type OpenUploadsProps = {
  /** Absent where none can go on at the moment: without room a whole recording would be refused at its last byte. */
  onChosen?: (file: File, known: RememberedUpload) => void;
  /** Reason why arrived recordings wait, other than time. */
  lacking?: 'place' | 'membership' | undefined;
};

/**
 * Uploads that were interrupted, in this browser or in another: the same file goes on where it stopped. Those that have
 * arrived whole wait for nothing that is sent.
 */
export function OpenUploads({ onChosen, lacking }: OpenUploadsProps) {
  const { data = [] } = useOpenUploads();
  const coming = data.filter(comesByItself).length;
  const queries = useQueryClient();
  // One of them is a video by now, or has gone.
  useEffect(() => {
    if (coming === 0) return undefined;
    return () => {
      for (const queryKey of [['dashboard'], ['videos']]) void queries.invalidateQueries({ queryKey });
    };
  }, [coming, queries]);
  const row = (upload: UnfinishedUpload) => (
    <Unfinished key={upload.id} upload={upload} lacking={lacking} {...(onChosen ? { onChosen } : {})} />
  );
  const fetched = data.filter(isFetched);
  const others = data.filter((each) => !isFetched(each));
  return (
    <>
      {fetched.length > 0 && (
        <Card id="being-fetched" heading="Being fetched" headingClassName="text-lg" className="mt-6 p-5">
          <ul className="mt-4 divide-y divide-line border-t border-line">{fetched.map(row)}</ul>
        </Card>
      )}
      {others.length > 0 && (
        <Card id="open-uploads" heading="Unfinished uploads" headingClassName="text-lg" className="mt-6 p-5">
          {!others.every(comesByItself) && (
            <p className="mt-1 text-sm text-soft">
              {onChosen
                ? 'Choose the same file to continue where it stopped.'
                : `They are kept, and can be continued ${lacking === 'membership' ? 'with a plan' : 'when there is room for another video'}.`}
            </p>
          )}
          <ul className="mt-4 divide-y divide-line border-t border-line">{others.map(row)}</ul>
        </Card>
      )}
    </>
  );
}

/** It comes from its address, and nobody sends it. */
const isFetched = ({ fetched, arrived }: UnfinishedUpload): boolean => fetched && !arrived;

const arrivedAnd = {
  nothing: 'will be in your library in a moment.',
  place: 'is waiting for a place in your library: delete a video or choose a larger plan.',
  membership: 'is waiting for a plan.',
} as const;

function standing(
  { size, received, arrived, fetched }: UnfinishedUpload,
  lacking: OpenUploadsProps['lacking'],
): string {
  if (arrived) return `This recording has arrived and ${arrivedAnd[lacking ?? 'nothing']}`;
  if (received === null) return 'Unfinished';
  if (fetched && received === 0) return 'It is being fetched from its address.';
  return `${size === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(size)}`} received`;
}

function Unfinished({ upload, onChosen, lacking }: OpenUploadsProps & { upload: UnfinishedUpload }) {
  const { id, url, size, received, arrived } = upload;
  const name = upload.file_name || 'Recording';
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();

  const discard = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Discard this upload?',
      detail: `What has been received of “${name}” will be deleted.`,
      verb: 'Discard',
      danger: true,
    });
    if (!agreed) return;
    await attempt(() => call(uploadRoutes.cancel, { id }));
    forgetFetched(id);
    await client.invalidateQueries({ queryKey: openUploadsKey });
  };
  const take = (file: File): void => {
    if (size !== null && file.size !== size)
      setError('This is a different file. Please choose the file this upload was started with.');
    else onChosen?.(file, { id, url });
  };

  return (
    <li ref={leavesFocus} className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="text-sm text-soft tabular-nums">{standing(upload, lacking)}</p>
        </div>
        <div className="flex gap-2">
          {onChosen && !comesByItself(upload) && (
            <Button size="sm" aria-label={`Continue ${name}`} onClick={() => input.current?.click()}>
              Continue
            </Button>
          )}
          <Button size="sm" look="secondary" aria-label={`Discard ${name}`} onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      </div>
      {size !== null && received !== null && !arrived && (
        <ProgressBar value={received / size} label={`Received of ${name}`} />
      )}
      <ErrorText text={error} />
      <HiddenInput ref={input} label={`File: ${name}`} onFiles={([file]) => file && take(file)} />
      {dialog}
    </li>
  );
}
