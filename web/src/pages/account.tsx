import { problems } from '@lectern/contract/problem';
import { exportRoutes, type ImportProgress, type DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createClient } from '@lectern/contract/client';
import { OwnAccountPanels } from '../features/accounts/own-account-panels.tsx';
import { PeopleCard } from '../features/accounts/workspaces/people-card.tsx';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { ExportCard } from '../features/exports/export-card.tsx';
import { call, failureText } from '../session/call.ts';
import { useMember, currentSession, Allowed } from '../session/stored-session.ts';
import { useOwnWorkspace } from '../session/workspaces.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { replaceQueryData } from '../session/video-cache.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Checkbox } from '../ui/field.tsx';
import { HiddenInput } from '../ui/hidden-input.tsx';

/** A subscriber's own account, and all that belongs to it as a file. */
export default function Account() {
  usePageTitle('Account');
  const { membership_expired: expired } = useMember();
  const { data, refetch } = useDashboard();
  const isAlone = useOwnWorkspace()?.is_shared === false;
  const isFull = data !== undefined && data.active_videos.length >= data.total_videos;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <h1 className="text-3xl">Account</h1>
      <OwnAccountPanels call={call}>
        <Allowed right="curate">
          <div className="grid items-start gap-6 sm:grid-cols-2">
            <ExportCard />
            <ImportCard refusal={importRefusal(isFull, expired)} onImported={() => void refetch()} />
          </div>
        </Allowed>
        {isAlone && (
          <Allowed right="manage">
            <PeopleCard />
          </Allowed>
        )}
      </OwnAccountPanels>
    </div>
  );
}

function importRefusal(isFull: boolean, isExpired: boolean): string | undefined {
  if (isExpired) return problems.membership_expired.text;
  return isFull ? 'At the plan maximum. Delete a video to import another.' : undefined;
}

/** Milliseconds between two looks at a running import. */
const pollingInterval = 1_000;

const queryKey = ['import-progress'];

const isRunning = (progress: ImportProgress | null | undefined): boolean =>
  progress?.state === 'waiting' || progress?.state === 'running';

type ImportCardProps = {
  refusal: string | undefined;
  onImported: () => void;
};

function ImportCard({ refusal, onImported }: ImportCardProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<string>();
  const [again, setAgain] = useState(false);
  const { data: progress } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(exportRoutes.importProgress, undefined, { signal })).data,
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollingInterval : false),
  });

  const imported = progress?.imported ?? 0;
  const known = useRef(imported);
  useEffect(() => {
    if (imported > known.current) onImported();
    known.current = imported;
  }, [imported, onImported]);

  const take = async (file: File): Promise<void> => {
    setError(undefined);
    setSent(0);
    known.current = 0;
    try {
      await replaceQueryData(client, queryKey, await sendArchive(file, again ? 'take' : 'skip', setSent));
    } catch (cause) {
      setError(failureText(cause, 'The file could not be sent. Please try again.'));
    } finally {
      setSent(undefined);
    }
  };

  const busy = sent !== undefined || isRunning(progress);
  return (
    <Card id="import" heading="Import" className="p-5">
      <p className="mt-2 text-sm text-soft">
        {refusal === undefined || busy
          ? 'An export with recordings, of this or another account: its videos are imported with chapters and edits.'
          : refusal}
      </p>
      <Checkbox className="mt-3 min-h-6 gap-2" checked={again} onChange={({ target }) => setAgain(target.checked)}>
        Also videos that are already in your library
      </Checkbox>
      <Button
        look="secondary"
        size="sm"
        busy={busy}
        disabled={refusal !== undefined && !busy}
        className="mt-3"
        onClick={() => input.current?.click()}
      >
        <ArchiveRestore aria-hidden />
        Import
      </Button>
      <HiddenInput
        ref={input}
        label="Export to import"
        accept=".zip,application/zip"
        onFiles={([file]) => file && void take(file)}
      />
      <div role="status" className="text-sm text-soft">
        {sent !== undefined ? (
          <Under value={sent}>The export is being sent.</Under>
        ) : isRunning(progress) ? (
          <Under value={progress!.videos > 0 ? imported / progress!.videos : undefined}>
            {progress!.problem ??
              `Importing the videos${progress!.videos > 0 ? `: ${imported} of ${progress!.videos}` : ''}.`}
          </Under>
        ) : (
          !error &&
          progress?.state === 'done' && (
            <p className="mt-3">{[doneText(imported), progress.problem].filter(Boolean).join(' ')}</p>
          )
        )}
      </div>
      {(error ?? (sent === undefined && progress?.state === 'failed')) && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {error ?? progress?.problem}
        </p>
      )}
    </Card>
  );
}

function doneText(videos: number): string {
  if (videos === 0) return 'No video has been imported.';
  return videos === 1 ? 'One video has been imported.' : `${videos} videos have been imported.`;
}

function Under({ value, children }: { value: number | undefined; children: React.ReactNode }) {
  return (
    <div className="mt-3">
      <ProgressBar value={value} label="Import" className="mb-2" />
      {children}
    </div>
  );
}

/** `fetch` by XMLHttpRequest, which alone can tell how much of a body has been sent. */
const fetchTelling =
  (onSent: (fraction: number) => void): typeof fetch =>
  (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(url));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The connection was lost.'));
      request.send(init.body as Blob);
    });

/** Sends an export to the caller's account. `onSent` is told 0 to 1. Throws `CallError`. */
async function sendArchive(
  file: Blob,
  repeats: DuplicatePolicy,
  onSent: (fraction: number) => void,
): Promise<ImportProgress> {
  const send = createClient({
    token: () => currentSession()?.token,
    workspace: () => currentSession()?.workspace?.id,
    fetch: fetchTelling(onSent),
  });
  return (await send(exportRoutes.import, { repeats }, { body: file })).data;
}
