import { type ReactNode, useRef, useState, type FormEvent } from 'react';
import { CallError } from '@lectern/contract/client';
import type { ProblemCode } from '@lectern/contract/problem';
import { FieldFaults } from '../../ui/field.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { failureText } from '../../session/call.ts';
import { useFormSubmit } from '../../ui/use-form-submit.tsx';

type SubmitFormProps = {
  /** For buttons that stand outside of it. */
  id?: string;
  submission: Submission;
  /** Stands where an error would, while there is none. */
  said?: ReactNode;
  children: ReactNode;
};

/** A form with what went wrong: at the field it belongs to, else above all. */
export function SubmitForm({ id, submission, said, children }: SubmitFormProps) {
  const { error, faults, onSubmit, onInput } = submission;
  return (
    <form ref={leavesFocus} id={id} noValidate onSubmit={onSubmit} onInput={onInput} className="grid gap-5">
      {error ? <Notice kind="bad">{error}</Notice> : said}
      <FieldFaults value={faults}>{children}</FieldFaults>
    </form>
  );
}

type Values = Readonly<Record<string, string>>;

type Faults = Readonly<Record<string, string>>;

export type Submission = {
  busy: boolean;
  error: string | undefined;
  faults: Faults;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
};

/** To which field each of these belongs: the first of them that its form has. */
const fieldsOfProblems: { [Code in ProblemCode]?: readonly string[] } = {
  bad_email: ['email'],
  address_same: ['email'],
  email_taken: ['email'],
  already_in_workspace: ['email'],
  invited_already: ['email'],
  workspace_name_wrong: ['name'],
  password_short: ['new_password', 'password'],
  password_weak: ['new_password', 'password'],
  password_long: ['new_password', 'password'],
  password_common: ['new_password', 'password'],
  password_same: ['new_password', 'password'],
  password_wrong: ['password'],
  second_factor_wrong: ['code'],
};

/**
 * Runs one submission at a time and keeps its error text. `submit` may throw an `Error` made with `invalid` for the
 * page's own checks; `failure` words any other.
 */
export function useSubmit(
  submit: (values: Values) => Promise<void>,
  failure: (cause: unknown) => string = failureText,
): Submission {
  const [error, setError] = useState<string>();
  const [faults, setFaults] = useState<Faults>({});
  const at = useRef<HTMLInputElement>(undefined);
  const { busy, send } = useFormSubmit({
    complain(words) {
      const field = at.current;
      setFaults(words !== undefined && field ? { [field.name]: words } : {});
      setError(field ? undefined : words);
      field?.focus();
    },
    wordsOf: (cause) => (cause instanceof InvalidForm ? cause.message : failure(cause)),
    undone: 'That did not work.',
  });

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    at.current = undefined;
    for (const field of fieldsOf(form)) field.removeAttribute('aria-invalid');
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) values[name] = String(value);
    await send(async () => {
      try {
        await submit(values);
      } catch (cause) {
        const fields = fieldsOf(form);
        at.current = namesOf(cause)
          .map((wanted) => fields.find(({ name }) => name === wanted))
          .find((field) => field !== undefined);
        if (cause instanceof InvalidForm && !at.current) markEmpty(form);
        throw cause;
      }
    });
  };
  return {
    busy,
    error,
    faults,
    onSubmit: (event) => void onSubmit(event),
    onInput: ({ target }) => {
      if (target instanceof HTMLInputElement && target.name in faults)
        setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => name !== target.name)));
    },
  };
}

/** The names that the field may have to which a failure belongs. */
function namesOf(cause: unknown): readonly string[] {
  if (cause instanceof InvalidForm) return cause.field === undefined ? [] : [cause.field];
  const code = cause instanceof CallError ? cause.code : undefined;
  return (code !== undefined && fieldsOfProblems[code as ProblemCode]) || [];
}

const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] => [...form.querySelectorAll('input')];

/** Marks what has not been filled in, and goes to the first of it. */
function markEmpty(form: HTMLFormElement): void {
  const empty = fieldsOf(form).filter(({ type, value }) => type !== 'checkbox' && value.trim() === '');
  for (const field of empty) field.setAttribute('aria-invalid', 'true');
  empty[0]?.focus();
}

class InvalidForm extends Error {
  readonly field: string | undefined;

  constructor(text: string, field: string | undefined) {
    super(text);
    this.field = field;
  }
}

/** An error whose text is for the user; it stands at the field of that name, if one is given. */
export const invalid = (text: string, field?: string): Error => new InvalidForm(text, field);

/** The words of the password calls, which stand under `error` (specification section 8). */
export function errorField(cause: unknown): string {
  const body = cause instanceof CallError ? cause.body : undefined;
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof said === 'string' && said !== '' ? said : failureText(cause);
}
