import { exportRoutes, type ExportProgress, type RecordingsOption } from '@lectern/contract/exports/downloads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { followDownload } from './download-text.ts';
import { ErrorText } from '../../ui/notice.tsx';
import { Checkbox } from '../../ui/field.tsx';

/** Milliseconds between two looks at a running export. */
const pollingInterval = 1_000;

const isRunning = (progress: ExportProgress | null | undefined): boolean =>
  progress?.state === 'running' || progress?.state === 'waiting';

const downloaded = ({ missing }: ExportProgress): string => {
  if (missing === 0) return 'The export has been downloaded.';
  const what = missing === 1 ? '1 recording' : `${missing} recordings`;
  return `The export has been downloaded without ${what} that could not be fetched. A file in the folder of each says why. Export again later to get everything.`;
};

/** Everything the member owns as one archive, with how far its download has got. */
export function ExportCard() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<RecordingsOption>();
  const { data: progress } = useQuery({
    queryKey: ['export-progress'],
    queryFn: async ({ signal }) => (await call(exportRoutes.exportProgress, undefined, { signal })).data,
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollingInterval : false),
  });

  // The server knows what was chosen last: the choice outlives the page.
  const recordings = chosen ?? progress?.recordings ?? 'with';

  const begin = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const { url } = await call(exportRoutes.exportLink, { recordings });
      followDownload(url);
      await client.invalidateQueries({ queryKey: ['export-progress'] });
    } catch (cause) {
      if (!isAnnounced(cause)) setError(failureText(cause));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card id="export" heading="Export" className="p-5">
      <p className="mt-2 text-sm text-soft">
        Everything you own as one ZIP file: recordings, transcripts, chapters, quotes and clips.
      </p>
      <Checkbox
        className="mt-3 min-h-6 gap-2"
        checked={recordings === 'with'}
        onChange={({ target }) => setChosen(target.checked ? 'with' : 'without')}
      >
        With recordings and clips
      </Checkbox>
      <Button look="secondary" size="sm" busy={busy} className="mt-3" onClick={() => void begin()}>
        <Archive aria-hidden />
        Export everything
      </Button>
      {progress && (
        <div role="status" className="mt-3 text-sm text-soft">
          {isRunning(progress) ? (
            <>
              <ProgressBar
                // How long texts are is not known before they are written.
                value={progress.total > 0 ? progress.sent / progress.total : undefined}
                label="Export"
                className="mb-2"
              />
              Your browser is downloading the export.
            </>
          ) : progress.state === 'done' ? (
            downloaded(progress)
          ) : (
            'The export was stopped. You can start it again at any time.'
          )}
        </div>
      )}
      <ErrorText text={error} className="mt-2" />
    </Card>
  );
}
