import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { use, useState } from 'react';
import { Field, FieldFaults } from '../../ui/field.tsx';

type PasswordFieldProps = {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** The email of the account, for password managers; null where the form has it already. */
  account: string | null;
  /** Marks the field while one types: green from 3 characters on, red below (specification section 5). */
  liveCheck?: boolean;
  hint?: string;
};

/** Never blocks pasting or a password manager; what was typed can be shown. */
export function PasswordField({ name, label, autoComplete, account, liveCheck = false, hint }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [length, setLength] = useState(0);
  const isFaulty = name in use(FieldFaults);
  const judged = liveCheck && length > 0 && !isFaulty;
  const enough = length >= 3;
  return (
    <div className="relative">
      {account !== null && (
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      )}
      <Field
        name={name}
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        onChange={(event) => setLength(event.target.value.length)}
        className={clsx(
          'pe-11',
          judged && (enough ? 'border-accent! ring-1 ring-accent' : 'border-danger! ring-1 ring-danger'),
        )}
        data-strength={judged ? (enough ? 'enough' : 'short') : undefined}
        hint={
          hint && (
            <span className={clsx(judged && (enough ? 'text-accent' : 'text-danger'))}>
              {hint}
              {judged && !enough && <span className="sr-only"> This is too short.</span>}
            </span>
          )
        }
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute end-1.5 top-[2.125rem] grid size-8 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </button>
    </div>
  );
}
