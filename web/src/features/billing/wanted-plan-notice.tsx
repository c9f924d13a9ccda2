import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import type { PaidPlan } from '@lectern/contract/billing/billing';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { mergeSession } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';

/** Notice about a plan chosen at registration whose payment page could not be opened. */
export function WantedPlanNotice({ plan }: { plan: PaidPlan }) {
  const { act, isDoing } = useSerialActions();
  const dismiss = async (): Promise<void> => {
    try {
      await call(accountRoutes.dismissWantedPlan, undefined);
      mergeSession({ wanted_plan: null });
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>You chose the {plans[plan].label} when you registered. Choose it below to pay for it.</p>
        <Button look="secondary" size="sm" busy={isDoing('dismiss')} onClick={() => void act('dismiss', dismiss)}>
          Not now
        </Button>
      </div>
    </Notice>
  );
}
