import { billingRoutes } from '@lectern/contract/billing';
import { accountRoutes } from '@lectern/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { mergeSession, useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';

/** The clock of the sandbox: nobody waits a month to see a renewal. */
export function SandboxClock() {
  const { subscription_status, membership_expired, payment_due } = useMember();
  const [busy, setBusy] = useState<'succeeds' | 'fails'>();
  const queries = useQueryClient();
  if (subscription_status === 'inactive' || membership_expired) return null;

  const skip = async (renewal: 'succeeds' | 'fails'): Promise<void> => {
    setBusy(renewal);
    try {
      const { msg } = await call(billingRoutes.sandboxSkip, { renewal });
      mergeSession(await call(accountRoutes.check, undefined));
      await queries.invalidateQueries();
      toast.success(msg);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Card aria-labelledby="sandbox-clock" className="border-dashed p-6">
      <h2 id="sandbox-clock" className="text-xl">
        Sandbox clock
      </h2>
      <p className="mt-2 text-sm text-soft">
        {payment_due
          ? 'The bank is asked for the renewal once more, to see what comes after it.'
          : 'Ends the running billing period now, to see what comes after it.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" size="sm" busy={busy === 'succeeds'} onClick={() => void skip('succeeds')}>
          {payment_due ? 'Let the bank pay' : subscription_status === 'canceled' ? 'End the period' : 'Renew now'}
        </Button>
        {subscription_status === 'active' && (
          <Button look="secondary" size="sm" busy={busy === 'fails'} onClick={() => void skip('fails')}>
            {payment_due ? 'Give the renewal up' : 'Let the renewal fail'}
          </Button>
        )}
      </div>
    </Card>
  );
}
