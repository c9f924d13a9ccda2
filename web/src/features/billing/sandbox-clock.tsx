import { billingRoutes } from '@lectern/contract/billing/billing';
import { accountRoutes, type UserSession } from '@lectern/contract/accounts/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { mergeSession, useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';

type Words = { text: string; succeeds: string; fails?: string };

const ends = 'Ends the running billing period now, to see what comes after it.';

const words: Readonly<Record<UserSession['subscription_status'] | 'due', Words>> = {
  active: { text: ends, succeeds: 'Renew now', fails: 'Let the renewal fail' },
  canceled: { text: ends, succeeds: 'End the period' },
  inactive: { text: 'Ends the trial now, to see what comes after it.', succeeds: 'End the trial' },
  due: {
    text: 'Asks the bank for the renewal once more, to see what comes after it.',
    succeeds: 'Let the bank pay',
    fails: 'Give the renewal up',
  },
};

/** The clock of the sandbox: nobody waits a month to see a renewal. */
export function SandboxClock() {
  const { subscription_status, membership_expired, payment_due } = useMember();
  const [busy, setBusy] = useState<'succeeds' | 'fails'>();
  const queries = useQueryClient();
  if (membership_expired) return null;
  const { text, succeeds, fails } = words[payment_due ? 'due' : subscription_status];

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
      <p className="mt-2 text-sm text-soft">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" size="sm" busy={busy === 'succeeds'} onClick={() => void skip('succeeds')}>
          {succeeds}
        </Button>
        {fails && (
          <Button look="secondary" size="sm" busy={busy === 'fails'} onClick={() => void skip('fails')}>
            {fails}
          </Button>
        )}
      </div>
    </Card>
  );
}
