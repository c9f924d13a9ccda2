import type { Plan } from '@lectern/contract/accounts/accounts';
import type { Dashboard } from '@lectern/contract/library/dashboard';
import { useState } from 'react';
import { dateInWords } from '../../../ui/date-in-words.ts';

const names: Readonly<Record<Plan, string>> = { free: 'Free', executive: 'Executive', professional: 'Professional' };

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
      Your {names[plan]} plan {over ? 'expired' : ends ? 'expires' : 'renews'} on{' '}
      <time dateTime={membership_end} className="font-medium">
        {dateInWords(membership_end)}
      </time>
    </p>
  );
}
