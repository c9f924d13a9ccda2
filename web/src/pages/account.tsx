import { problems } from '@lectern/contract/problem';
import { OwnAccountPanels } from '../features/accounts/own-account-panels.tsx';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { ExportCard } from '../features/exports/export-card.tsx';
import { ImportCard } from '../features/exports/import-card.tsx';
import { call } from '../session/call.ts';
import { useMember } from '../session/stored-session.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** A subscriber's own account, and all that belongs to it as a file. */
export default function Account() {
  usePageTitle('Account');
  const { membership_expired: expired } = useMember();
  const { data, refetch } = useDashboard();
  const isFull = data !== undefined && data.active_videos.length >= data.total_videos;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <h1 className="text-3xl">Account</h1>
      <OwnAccountPanels call={call}>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <ExportCard />
          <ImportCard refusal={importRefusal(isFull, expired)} onImported={() => void refetch()} />
        </div>
      </OwnAccountPanels>
    </div>
  );
}

/** Why no export can be brought in, if there is a reason. */
function importRefusal(isFull: boolean, isExpired: boolean): string | undefined {
  if (isExpired) return problems.membership_expired.text;
  return isFull ? 'At the plan maximum. Delete a video to import another.' : undefined;
}
