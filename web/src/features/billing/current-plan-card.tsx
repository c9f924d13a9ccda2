import { accountRoutes, type UserSession } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type SoldPlan } from '@lectern/contract/billing/billing';
import { CallError } from '@lectern/contract/client';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, isAnnounced, attempt } from '../../session/call.ts';
import { mergeSession, useMember } from '../../session/stored-session.ts';
import { useOwnWorkspace } from '../../session/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { dateInWords } from '../../ui/date-in-words.ts';
import { toast } from '../../ui/toast.tsx';
import { membershipText } from './membership-text.ts';

/** Returns the server's `error` text, else an empty string (specification section 8). */
function serverError(error: unknown): string {
  const body = error instanceof CallError ? error.body : undefined;
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof said === 'string' ? said : '';
}

type Props = { plan: SoldPlan; leaving: boolean; onResubscribe: () => void };

/** The plan one has, until when, and the way out of it or back into it. */
export function CurrentPlanCard({ plan, leaving, onResubscribe }: Props) {
  const member = useMember();
  const { subscription_status, membership_end, membership_expired, payment_due } = member;
  const [busy, setBusy] = useState(false);
  const { ask, dialog } = useConfirm();
  const [now] = useState(Date.now);
  const { status, note, dateLabel } = membershipText(member, now);
  /** A workspace that never had a plan has none that could have expired. */
  const hasBegun = useOwnWorkspace()?.started !== false;

  const lapsed = subscription_status !== 'inactive' && membership_expired;
  /** Its renewal was not paid, whether it still goes on or not: of a period that nobody paid for nothing is left. */
  const unpaid = membership_expired || payment_due;

  const cancel = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Cancel your subscription?',
      detail: unpaid
        ? 'It ends now, and your card is not charged again.'
        : membership_end
          ? `You keep everything until ${dateInWords(membership_end)}. After that, nothing more is charged.`
          : undefined,
      verb: 'Cancel Subscription',
      refusal: 'Keep Subscription',
      danger: true,
    });
    if (!agreed) return;
    setBusy(true);
    try {
      mergeSession(await call(billingRoutes.cancelSubscription, undefined));
      if (!unpaid) return;
      // It is cancelled; only its end is not known here yet.
      const fresh = await call(accountRoutes.check, undefined).catch(() => undefined);
      if (fresh) mergeSession(fresh);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(`Failed to cancel subscription. ${serverError(error)}`.trim());
    } finally {
      setBusy(false);
    }
  };

  const keep = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      mergeSession(await call(billingRoutes.keepSubscription, undefined));
      toast.success('Your subscription goes on.');
    });
    setBusy(false);
  };

  const ends = subscription_status === 'canceled' && !membership_expired;
  return (
    <Card id="current-plan" heading="Current Plan" headingClassName="text-xl" className="flex flex-col p-6">
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-serif text-2xl">{hasBegun ? plan.label : 'No plan yet'}</span>
        {hasBegun && status !== plan.label && <span className="eyebrow">{status}</span>}
      </p>
      {membership_end && (
        <p className="mt-1 text-sm text-soft">
          {dateLabel}:{' '}
          <time dateTime={membership_end} className="font-medium text-ink">
            {dateInWords(membership_end)}
          </time>
        </p>
      )}
      {hasBegun && note && <p className="mt-3 text-sm font-medium">{note}</p>}
      {subscription_status === 'inactive' && (
        <p className="mt-1 text-sm text-soft">
          Choose a plan below to {hasBegun ? 'continue' : 'begin'}
          {membership_expired ? '' : ' without a break'}.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {subscription_status === 'active' && (
          <Button look="secondary" busy={busy} onClick={() => void cancel()}>
            Cancel Subscription
          </Button>
        )}
        {ends && (
          <Button busy={busy} onClick={() => void keep()}>
            Keep My Subscription
          </Button>
        )}
        {(ends || lapsed || payment_due) && (
          <Button look={ends ? 'secondary' : 'primary'} busy={leaving} onClick={onResubscribe}>
            Re-subscribe
          </Button>
        )}
      </div>
      {dialog}
    </Card>
  );
}

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
    await attempt(async () => {
      const { msg } = await call(billingRoutes.sandboxSkip, { renewal });
      mergeSession(await call(accountRoutes.check, undefined));
      await queries.invalidateQueries();
      toast.success(msg);
    });
    setBusy(undefined);
  };

  return (
    <Card id="sandbox-clock" heading="Sandbox clock" headingClassName="text-xl" className="border-dashed p-6">
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
