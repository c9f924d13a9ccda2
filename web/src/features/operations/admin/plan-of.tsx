import type { AdminUser } from '@lectern/contract/operations/admin';
import { plans } from '@lectern/contract/rules/plans';
import { membershipLabel } from './membership-label.ts';

/** A plan and its membership: a membership that runs is named by its plan, which is not said twice. */
export function MemberPlan({ user, now }: { user: AdminUser; now: Date }) {
  const { label } = plans[user.plan];
  const membership = membershipLabel(user, now);
  if (membership.includes(label)) return <span className="block">{membership}</span>;
  return (
    <>
      <span className="block">{label}</span>
      <span className="block text-soft">{membership}</span>
    </>
  );
}
