import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/button-link.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from './password-field.tsx';

type Names = { firstname: string; lastname: string };

/** First and last name, in a form. */
export const NameFields = ({ names }: { names?: Names }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field name="firstname" label="First name" autoComplete="given-name" defaultValue={names?.firstname} />
    <Field name="lastname" label="Last name" autoComplete="family-name" defaultValue={names?.lastname} />
  </div>
);

/** The end of a form that makes an account: its password, the button, and what one agrees to. */
export const NewAccountEnd = ({ verb, busy }: { verb: string; busy: boolean }) => (
  <>
    <PasswordField
      name="password"
      label="Password"
      autoComplete="new-password"
      account={null}
      hint="At least 8 characters."
      liveCheck
    />
    <Button type="submit" size="lg" busy={busy}>
      {busy ? 'Creating your account…' : verb}
    </Button>
    <p className="text-sm text-soft">
      By creating an account you agree to the <TextLink to="/terms-of-service">Terms of Service</TextLink> and the{' '}
      <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
    </p>
  </>
);
