import type { AdminUser } from '@lectern/contract/operations/admin';
import { plans } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';

const inWords = (minutes: number): string => minutes.toLocaleString('en-US');

type MinutesOfProps = { minutes: NonNullable<AdminUser['minutes']>; plan: AdminUser['plan'] };

/**
 * What a media provider keeps and delivers of a member's recordings, of what the plan includes: under the plan, for
 * columns of its own would push others out of sight.
 */
export function MinutesOf({ minutes, plan }: MinutesOfProps) {
  const { stored, delivered, delivered_last_month } = minutes;
  const { storedMinutes, deliveredMinutes } = plans[plan];
  return (
    <>
      <Share what="Minutes stored" minutes={stored} most={storedMinutes} />
      <Share what="Delivered" minutes={delivered} most={deliveredMinutes} />
      <span className="block text-soft tabular-nums">{`Last month: ${inWords(delivered_last_month)}`}</span>
    </>
  );
}

function Share({ what, minutes, most }: { what: string; minutes: number; most: number }) {
  return (
    <span className={clsx('block tabular-nums', minutes >= most ? 'font-medium text-danger' : 'text-soft')}>
      {`${what}: ${inWords(minutes)} of ${inWords(most)}`}
    </span>
  );
}
