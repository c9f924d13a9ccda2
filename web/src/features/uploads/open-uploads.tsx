import { uploadRoutes } from '@lectern/contract/uploads';
import type { OpenUpload } from '@lectern/contract/uploads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatBytes } from './file-facts.ts';
import type { RememberedUpload } from './remembered-uploads.ts';

type OpenUploadsProps = {
  /** Absent where none can go on at the moment: without room a whole recording would be refused at its last byte. */
  onChosen?: (file: File, known: RememberedUpload) => void;
};

/** Uploads that were interrupted, in this browser or in another: the same file goes on where it stopped. */
export function OpenUploads({ onChosen }: OpenUploadsProps) {
  const { data } = useQuery({
    queryKey: ['open-uploads'],
    queryFn: async ({ signal }) => (await call(uploadRoutes.open, undefined, { signal })).data,
  });
  if (!data || data.length === 0) return null;
  return (
    <Card aria-labelledby="open-uploads" className="mt-6 p-5">
      <h2 id="open-uploads" className="text-lg">
        Unfinished uploads
      </h2>
      <p className="mt-1 text-sm text-soft">
        {onChosen
          ? 'Choose the same file to continue where it stopped.'
          : 'They are kept, and can be continued when there is room for another video.'}
      </p>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {data.map((upload) => (
          <Unfinished key={upload.id} upload={upload} {...(onChosen ? { onChosen } : {})} />
        ))}
      </ul>
    </Card>
  );
}

function Unfinished({ upload, onChosen }: OpenUploadsProps & { upload: OpenUpload }) {
  const { id, url, size, received } = upload;
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
    try {
      await call(uploadRoutes.cancel, { id });
    } catch (cause) {
      if (!isAnnounced(cause)) toast.error(failureText(cause));
    }
    await client.invalidateQueries({ queryKey: ['open-uploads'] });
  };
  const take = (file: File): void => {
    if (size !== null && file.size !== size)
      setError('This is a different file. Please choose the file this upload was started with.');
    else onChosen?.(file, { id, url });
  };

  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="text-sm text-soft tabular-nums">
            {received === null
              ? 'Unfinished'
              : `${size === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(size)}`} received`}
          </p>
        </div>
        <div className="flex gap-2">
          {onChosen && (
            <Button size="sm" aria-label={`Continue ${name}`} onClick={() => input.current?.click()}>
              Continue
            </Button>
          )}
          <Button size="sm" look="secondary" aria-label={`Discard ${name}`} onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      </div>
      {size !== null && received !== null && <ProgressBar value={received / size} label={`Received of ${name}`} />}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File: ${name}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) take(file);
        }}
      />
      {dialog}
    </li>
  );
}
