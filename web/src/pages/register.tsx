import { Plan, accountRoutes } from '@lectern/contract/accounts/accounts';
import { problems } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useEffect, useState } from 'react';
import { AuthFrame, TrialAside, CheckEmailNotice, PasswordsOff } from '../features/accounts/auth-frame.tsx';
import { NameFields, NewAccountEnd } from '../features/accounts/new-account-fields.tsx';
import { SubmitForm, invalid, useSubmit } from '../features/accounts/submit-form.tsx';
import { signInWays } from '../session/sign-in-ways.ts';
import { call, attempt } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { areSignUpsOpen } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';

type Sent = { address: string; registration: string };

/** Kept in the history entry: the second step is there after a reload too, and goes with the way back to the first. */
const isSent = (state: unknown): state is Sent =>
  typeof state === 'object' && state !== null && 'registration' in state && 'address' in state;

export default function Register() {
  usePageTitle('Start Free Trial');
  const [query] = useSearchParams();
  const { hasPasswords } = signInWays.member;
  const plan = Plan.safeParse(query.get('plan')).data;
  const location = useLocation();
  const { search } = location;
  const state: unknown = location.state;
  const sent = isSent(state) ? state : undefined;
  const navigate = useNavigate();
  const submission = useSubmit(async ({ firstname = '', lastname = '', email = '', password = '' }) => {
    const person = { firstname: firstname.trim(), lastname: lastname.trim(), email: email.trim(), password };
    if (Object.values(person).some((value) => !value)) throw invalid('Please fill in all fields.');
    const { registration } = await call(accountRoutes.register, { ...person, plan });
    void navigate({ search }, { state: { address: person.email, registration } satisfies Sent });
  });

  if (!hasPasswords) return <PasswordsOff eyebrow="Start" />;
  if (!areSignUpsOpen)
    return (
      <AuthFrame eyebrow="Start" title="By invitation only" lead={problems.invitation_needed.text}>
        <ButtonLink to="/login">Sign In</ButtonLink>
      </AuthFrame>
    );
  if (sent)
    return (
      <AuthFrame eyebrow="Step 2 of 2" title="Check Your Email" aside={<TrialAside />}>
        <RegistrationSent
          {...sent}
          plan={plan}
          onOther={() => void navigate({ search }, { state: null, replace: true })}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame
      eyebrow="Step 1 of 2"
      title={plan === 'professional' ? 'Create your account' : 'Start your free trial'}
      lead={
        plan && plan !== 'free' ? (
          <p>
            You chose the {plans[plan].label}, ${plans[plan].price} per month.{' '}
            {plan === 'executive' ? 'No card required for the trial.' : 'You can pay for it after the first sign-in.'}
          </p>
        ) : (
          <p>3 days, no card required.</p>
        )
      }
      aside={<TrialAside />}
    >
      <SubmitForm submission={submission}>
        <NameFields />
        <Field name="email" type="email" label="Email" autoComplete="email" />
        <NewAccountEnd verb="Create account" busy={submission.busy} />
        <p className="text-sm">
          Already have an account? <TextLink to="/login">Sign In</TextLink>
        </p>
      </SubmitForm>
    </AuthFrame>
  );
}

/** Milliseconds that a mail may take before another one is asked for. */
const patience = 30_000;

type Props = { address: string; registration: string; plan: Plan | undefined; onOther: () => void };

function RegistrationSent({ address, registration, plan, onOther }: Props) {
  const [waiting, setWaiting] = useState(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), patience);
    return () => clearTimeout(timer);
  }, [waiting]);

  const sendAgain = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const { msg } = await call(accountRoutes.registerAgain, { registration });
      toast.success(msg);
      setWaiting(true);
    });
    setBusy(false);
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
