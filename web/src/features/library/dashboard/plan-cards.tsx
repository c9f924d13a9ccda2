import type { Dashboard } from '@lectern/contract/library/dashboard';
import { planNames, plans, tokenUsage } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { dateInWords } from '../../../ui/date-in-words.ts';

/** Percent from which the card warns (specification section 9). */
const warningThreshold = 90;

export function TokenUsageCard({ dashboard }: { dashboard: Dashboard }) {
  const { token_used, token_total } = dashboard;
  const percent = tokenUsage(token_used, token_total);
  const figures = `${token_used.toLocaleString('en-US')} of ${token_total.toLocaleString('en-US')}`;
  return (
    <Card id="token-usage" heading="Token usage" className="p-5">
      <p className="mt-2 font-serif text-3xl tabular-nums">{percent}%</p>
      <ProgressBar value={token_used / Math.max(1, token_total)} label="Token usage" text={figures} className="mt-3" />
      <p className="mt-3 text-sm text-soft tabular-nums">{figures} tokens</p>
      <p className="mt-1 text-sm">
        {percent >= warningThreshold
          ? `⚠️ You've used ${percent}% of your monthly tokens`
          : `✅ Great usage! You still have ${100 - percent}% remaining.`}
      </p>
    </Card>
  );
}

export function VideoCountCard({ dashboard }: { dashboard: Dashboard }) {
  const { active_videos, total_videos } = dashboard;
  return (
    <Card id="video-count" heading="Videos" className="p-5">
      <p className="mt-2 font-serif text-3xl tabular-nums">
        {active_videos.length}
        <span className="text-soft">/{total_videos}</span>
      </p>
      <p className="mt-2 text-sm text-soft">
        Your plan includes {total_videos} videos at a time. Deleting one makes room for another.
      </p>
    </Card>
  );
}

const figure = (minutes: number): string => minutes.toLocaleString('en-US');

/**
 * Shows minutes the media provider stores and delivers for the member; renders nothing where this server does so
 * itself.
 */
export function MinutesCard({ dashboard: { minutes, plan } }: { dashboard: Dashboard }) {
  if (!minutes) return null;
  const { storedMinutes, deliveredMinutes } = plans[plan];
  const rows = [
    { label: 'Stored', value: minutes.stored, most: storedMinutes },
    { label: 'Delivered to viewers this month', value: minutes.delivered, most: deliveredMinutes },
  ];
  return (
    <Card id="minutes" heading="Minutes" className="p-5">
      {rows.map(({ label, value, most }) => (
        <div key={label} className="mt-3">
          <p className="text-sm text-soft">{label}</p>
          <p
            className={clsx('tabular-nums', value >= most && 'font-medium text-danger')}
          >{`${figure(value)} of ${figure(most)}`}</p>
          <ProgressBar
            value={value / most}
            label={label}
            usedUp={value >= most}
            text={`${figure(value)} of ${figure(most)} minutes`}
            className="mt-1.5"
          />
        </div>
      ))}
    </Card>
  );
}

type PlanBannerProps = {
  dashboard: Dashboard;
  /** The membership is over. */
  expired: boolean;
  /** Its renewal was not paid, and it goes on for a while. */
  due: boolean;
};

/** Until when the plan runs, in the words of the specification; a membership that is over says so. */
export function PlanBanner({ dashboard, expired, due }: PlanBannerProps) {
  const { plan, membership_end, subscription_status } = dashboard;
  const [now] = useState(Date.now);
  if (membership_end === null) return null;
  // A trial is not renewed by itself, whatever the plan it tries.
  const ends = plan === 'free' || subscription_status !== 'active' || due;
  const over = expired || Date.parse(membership_end) < now;
  return (
    <p className="border-s-2 border-brass ps-4">
      Your {planNames[plan]} plan {over ? 'expired' : ends ? 'expires' : 'renews'} on{' '}
      <time dateTime={membership_end} className="font-medium">
        {dateInWords(membership_end)}
      </time>
    </p>
  );
}
