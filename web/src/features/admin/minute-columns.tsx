import type { AdminUser } from '@lectern/contract/admin';
import { plans } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';
import type { Column } from './admin-table.tsx';

/** Minutes of those that the plan includes. */
function Share({ minutes, most }: { minutes: number; most: number }) {
  return (
    <span className={clsx('block whitespace-nowrap', minutes >= most && 'font-medium text-danger')}>
      {`${minutes.toLocaleString('en-US')} of ${most.toLocaleString('en-US')}`}
    </span>
  );
}

/** What a media provider keeps and delivers of each member's recordings. Where there is none, there is nothing to show. */
export const minuteColumns: readonly Column<AdminUser>[] = [
  {
    key: 'minutes_stored',
    title: 'Minutes Stored',
    figures: true,
    cell: ({ minutes, plan }) => minutes && <Share minutes={minutes.stored} most={plans[plan].storedMinutes} />,
  },
  {
    key: 'minutes_delivered',
    title: 'Minutes Delivered',
    figures: true,
    cell: ({ minutes, plan }) =>
      minutes && (
        <>
          <Share minutes={minutes.delivered} most={plans[plan].deliveredMinutes} />
          <span className="block whitespace-nowrap text-soft">
            {`Last month: ${minutes.delivered_last_month.toLocaleString('en-US')}`}
          </span>
        </>
      ),
  },
];
