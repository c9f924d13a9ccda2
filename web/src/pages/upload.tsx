import { Plan } from '@lectern/contract/accounts';
import { problems } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { DeliveredNotice } from '../features/dashboard/delivered-notice.tsx';
import { MinutesCard } from '../features/dashboard/minutes-card.tsx';
import { PlanBanner } from '../features/dashboard/plan-banner.tsx';
import { PurchaseCard } from '../features/billing/purchase-card.tsx';
import { ImportCard } from '../features/downloads/import-card.tsx';
import { ExportCard } from '../features/downloads/export-card.tsx';
import { TokenUsageCard } from '../features/dashboard/token-usage-card.tsx';
import { useDashboard } from '../features/dashboard/use-dashboard.ts';
import { VideoCountCard } from '../features/dashboard/video-count-card.tsx';
import { EmbedCard } from '../features/portal/embed-card.tsx';
import { Uploader } from '../features/uploads/uploader.tsx';
import { useMember } from '../session/stored-session.ts';
import { failureText } from '../session/call.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageComing } from '../ui/page-coming.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** Why no export can be brought in, if there is a reason. */
function importRefusal(hasRoom: boolean, expired: boolean): string | undefined {
  if (expired) return problems.membership_expired.text;
  return hasRoom ? undefined : 'At the plan maximum. Delete a video to import another.';
}

export default function Upload() {
  usePageTitle('Video Upload');
  const { data: answer, error, isPending, isFetching, refetch } = useDashboard();
  const { membership_expired, payment_due } = useMember();
  // Of a plan that is none of the three nothing is known (specification section 2).
  const data = answer && Plan.safeParse(answer.plan).success ? answer : undefined;
  const room = data ? Math.max(0, data.total_videos - data.active_videos.length) : 0;
  const hasRoom = room > 0;
  const hasMinutes = !data?.minutes || data.minutes.stored < plans[data.plan].storedMinutes;
  const full = hasRoom ? (hasMinutes ? undefined : 'plan_minutes') : 'plan_maximum';
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <h1 className="text-3xl">Video Upload</h1>
      {data ? (
        <>
          <div className="mt-4">
            <PlanBanner dashboard={data} expired={membership_expired} due={payment_due} />
          </div>
          <div className="mt-7 grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
            <div className="min-w-0">
              <DeliveredNotice dashboard={data} />
              <Uploader full={full} room={room} maxFileSize={data.max_file_size} speech={data.speech} />
            </div>
            <aside
              aria-label="Your plan"
              className="grid content-start gap-5 sm:grid-cols-2 lg:row-span-2 lg:grid-cols-1"
            >
              <VideoCountCard dashboard={data} />
              <MinutesCard dashboard={data} />
              <TokenUsageCard dashboard={data} />
              <PurchaseCard onPaid={() => void refetch()} />
            </aside>
            <div className="grid content-start gap-5 sm:grid-cols-2">
              {data.plan === 'professional' && (
                <div className="min-w-0 sm:col-span-2">
                  <EmbedCard dashboard={data} />
                </div>
              )}
              <ExportCard />
              <ImportCard refusal={importRefusal(hasRoom, membership_expired)} onImported={() => void refetch()} />
            </div>
          </div>
        </>
      ) : isPending ? (
        <PageComing className="mt-7 grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
          <Skeleton className="h-80" />
          <div className="grid content-start gap-5">
            <Skeleton className="h-40" />
            <Skeleton className="h-48" />
          </div>
        </PageComing>
      ) : (
        <ErrorState
          title="There is no data."
          text={error ? failureText(error) : 'Your plan has not been loaded yet.'}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
