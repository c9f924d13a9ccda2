import { accountRoutes, type Plan } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import { useEffect, useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { CheckEmailNotice } from './check-your-email.tsx';

/** Milliseconds that a mail may take before another one is asked for. */
const patience = 30_000;

type Props = { address: string; registration: string; plan: Plan | undefined; onOther: () => void };

/** Step 2 of registering: where the mail went, and what to do where it does not come. */
export function RegistrationSent({ address, registration, plan, onOther }: Props) {
  const [waiting, setWaiting] = useState(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), patience);
    return () => clearTimeout(timer);
  }, [waiting]);

  const sendAgain = async (): Promise<void> => {
    setBusy(true);
    try {
      const { msg } = await call(accountRoutes.registerAgain, { registration });
      toast.success(msg);
      setWaiting(true);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <CheckEmailNotice address={address}>
        We have sent a verification link.{' '}
        {plan === 'professional'
          ? `Open it to verify your address; you will be signed in right away and can pay for the ${plans[plan].label}.`
          : 'Open it to start your free trial; you will be signed in right away.'}
      </CheckEmailNotice>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {waiting ? (
          <p className="text-sm text-soft">You can have it sent again in half a minute.</p>
        ) : (
          <Button look="secondary" busy={busy} onClick={() => void sendAgain()}>
            Send again
          </Button>
        )}
        <Button look="quiet" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </>
  );
}
