import { Plan, accountRoutes } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { PasswordField } from '../features/accounts/password-field.tsx';
import { RegistrationSent } from '../features/accounts/registration-sent.tsx';
import { SubmitForm } from '../features/accounts/submit-form.tsx';
import { TrialAside } from '../features/accounts/trial-aside.tsx';
import { invalid, useSubmit } from '../features/accounts/use-submit.ts';
import { call } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.ts';

type Sent = { address: string; registration: string };

/** Kept in the history entry: the second step is there after a reload too, and goes with the way back to the first. */
const isSent = (state: unknown): state is Sent =>
  typeof state === 'object' && state !== null && 'registration' in state && 'address' in state;

export default function Register() {
  usePageTitle('Start Free Trial');
  const [query] = useSearchParams();
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
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="firstname" label="First name" autoComplete="given-name" />
          <Field name="lastname" label="Last name" autoComplete="family-name" />
        </div>
        <Field name="email" type="email" label="Email" autoComplete="email" />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          account={null}
          hint="At least 8 characters."
          liveCheck
        />
        <Button type="submit" size="lg" busy={submission.busy}>
          {submission.busy ? 'Creating your account…' : 'Create account'}
        </Button>
        <p className="text-sm text-soft">
          By creating an account you agree to the{' '}
          <Link to="/terms-of-service" className="prose-link">
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to="/privacy-policy" className="prose-link">
            Privacy Policy
          </Link>
          .
        </p>
        <p className="text-sm">
          Already have an account?{' '}
          <Link to="/login" className="prose-link">
            Sign In
          </Link>
        </p>
      </SubmitForm>
    </AuthFrame>
  );
}
