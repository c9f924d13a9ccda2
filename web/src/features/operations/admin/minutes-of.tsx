import type { AdminUser } from '@lectern/contract/operations/admin';
import { plans } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';

const inWords = (minutes: number): string => minutes.toLocaleString('en-US');

type MinutesOfProps = { minutes: NonNullable<AdminUser['minutes']>; plan: AdminUser['plan'] };

/**
 * Minutes the media provider stores and delivers for a member, against the plan's limits. They stand under the plan,
 * because extra columns would hide others.
 */
export function MemberMinutes({ minutes, plan }: MinutesOfProps) {
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
