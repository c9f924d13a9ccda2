import type { Dashboard } from '@lectern/contract/library/dashboard';
import { plans } from '@lectern/contract/rules/plans';
import { Link } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';

/** Said to a member of whose recordings more is watched this month than the plan includes. Nobody is cut off. */
export default function DeliveredNotice({ dashboard: { minutes, plan } }: { dashboard: Dashboard }) {
  const most = plans[plan].deliveredMinutes;
  if (!minutes || minutes.delivered < most) return null;
  const mayGrow = Object.values(plans).some(({ deliveredMinutes }) => deliveredMinutes > most);
  return (
    <Notice className="mb-6">
      Viewers have watched {minutes.delivered.toLocaleString('en-US')} minutes of your recordings this month; your plan
      includes {most.toLocaleString('en-US')}. Your recordings can still be watched. If this happens often, please{' '}
      {mayGrow && (
        <>
          <Link to="/asset/plan" className="underline">
            choose a larger plan
          </Link>{' '}
          or{' '}
        </>
      )}
      contact support.
    </Notice>
  );
}
