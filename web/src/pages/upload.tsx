import { Plan } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useState } from 'react';
import type { SoldPack } from '@lectern/contract/billing/billing';
import DeliveredNotice from '../features/library/dashboard/delivered-notice.tsx';
import { MinutesCard, TokenUsageCard, VideoCountCard, PlanBanner } from '../features/library/dashboard/plan-cards.tsx';
import { ExportCard } from '../features/exports/export-card.tsx';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { StartYourOwn } from '../features/library/start-your-own.tsx';
import { EmbedCard } from '../features/publishing/portal/embed-code.tsx';
import { Uploader } from '../features/uploads/uploader.tsx';
import { isOpened, useMember, useCan } from '../session/stored-session.ts';
import { useOwnWorkspace } from '../session/workspaces.ts';
import { failureText } from '../session/call.ts';
import { Failure } from '../session/not-loaded.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Card } from '../ui/card.tsx';
import { NeedsPlan, SandboxNotice } from '../features/billing/payment-notices.tsx';
import { useOffers } from '../features/billing/use-checkout.ts';

const ShareDialog = lazyPart(() => import('../features/publishing/shares/share-dialog.tsx'));

/** Few recordings come from an address. */
const FetchedUploads = lazyPart(() => import('../features/uploads/fetched-uploads.tsx'));

/** So high that what it is dropped on fills the first view, and what follows it just shows. */
const firstView = 'min-h-80 sm:min-h-[min(38rem,calc(100svh-18rem))]';
const cards = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';

export default function Upload() {
  usePageTitle('Video Upload');
  const [sharing, setSharing] = useState<VideoDetail>();
  const { data: answer, error, isPending, isFetching, refetch } = useDashboard();
  const { membership_expired, payment_due } = useMember();
  const own = useOwnWorkspace();
  const isToBegin = own !== undefined && !isOpened(own);
  // Ignores the answer for an unknown plan (specification section 2).
  const data = answer && Plan.safeParse(answer.plan).success ? answer : undefined;
  const room = data ? Math.max(0, data.total_videos - data.active_videos.length) : 0;
  const hasMinutes = !data?.minutes || data.minutes.stored < plans[data.plan].storedMinutes;
  const full = room > 0 ? (hasMinutes ? undefined : 'plan_minutes') : 'plan_maximum';
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10">
      <h1 className="text-3xl">Video Upload</h1>
      {isToBegin ? (
        <StartYourOwn />
      ) : data ? (
        <>
          <div className="mt-4">
            <PlanBanner dashboard={data} expired={membership_expired} due={payment_due} />
          </div>
          <div className="mt-7">
            <DeliveredNotice dashboard={data} />
            <Uploader
              full={full}
              room={room}
              maxFileSize={data.max_file_size}
              speech={data.speech}
              zone={firstView}
              onShare={setSharing}
            />
            <FetchedUploads onShare={setSharing} />
          </div>
          <div className={`mt-7 ${cards}`}>
            <section aria-label="Your plan" className="contents">
              <VideoCountCard dashboard={data} />
              <MinutesCard dashboard={data} />
              <TokenUsageCard dashboard={data} />
              <PurchaseCard onPaid={() => void refetch()} />
            </section>
            {data.plan === 'professional' && (
              <div className="min-w-0 sm:col-span-2">
                <EmbedCard dashboard={data} />
              </div>
            )}
            <ExportCard />
          </div>
          {sharing && <ShareDialog video={sharing} wanted={{}} onClose={() => setSharing(undefined)} />}
        </>
      ) : isPending ? (
        <PageComing className="mt-7 grid gap-7">
          <Skeleton className={firstView} />
          <div className={cards}>
            <Skeleton className="h-40" />
            <Skeleton className="h-48" />
            <Skeleton className="h-72" />
          </div>
        </PageComing>
      ) : (
        <Failure
          title="There is no data."
          text={error ? failureText(error) : 'Your plan has not been loaded yet.'}
          query={{ error, isFetching, refetch }}
        />
      )}
    </div>
  );
}

const PurchaseDialog = lazyPart(() => import('../features/billing/purchase-dialog.tsx'));

/** Extra tokens, which never expire. */
function PurchaseCard({ onPaid }: { onPaid: () => void }) {
  const { membership_expired } = useMember();
  const { data: offers } = useOffers();
  const [pack, setPack] = useState<SoldPack>();
  const can = useCan();
  if (!can('bill')) return null;
  return (
    <Card id="purchase-tokens" heading="Purchase Additional Tokens" className="p-5">
      <p className="mt-2 text-sm text-soft">They never expire, and are used after the monthly ones.</p>
      {membership_expired && (
        <div className="mt-3">
          <NeedsPlan />
        </div>
      )}
      <ul className="mt-3 grid gap-2">
        {offers?.packs.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-md border border-edge px-4 text-sm hover:border-ink hover:bg-sunken"
              onClick={() => setPack(each)}
            >
              <span className="font-medium">{each.label}</span>
              <span className="font-serif text-lg">{each.price}</span>
            </button>
          </li>
        ))}
      </ul>
      {offers?.payments === 'sandbox' && (
        <div className="mt-3">
          <SandboxNotice />
        </div>
      )}
      {offers && pack && (
        <PurchaseDialog offers={offers} pack={pack} onClose={() => setPack(undefined)} onPaid={onPaid} />
      )}
    </Card>
  );
}
