import type { Plan } from '@lectern/contract/accounts';
import type { Dashboard } from '@lectern/contract/dashboard';

const names: Readonly<Record<Plan, string>> = { free: 'Free', executive: 'Executive', professional: 'Professional' };

const inWords = (date: string): string => new Date(date).toLocaleDateString('en-US', { dateStyle: 'long' });

/** Until when the plan runs. */
export function PlanBanner({ dashboard }: { dashboard: Dashboard }) {
  const { plan, membership_end, subscription_status } = dashboard;
  if (membership_end === null) return null;
  const ends = plan === 'free' || subscription_status === 'canceled';
  return (
    <p className="border-s-2 border-brass ps-4">
      Your {names[plan]} plan {ends ? 'expires' : 'renews'} on{' '}
      <time dateTime={membership_end} className="font-medium">
        {inWords(membership_end)}
      </time>
    </p>
  );
}
