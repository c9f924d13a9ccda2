import { CallError } from '@lectern/contract/client';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../session/call.ts';
import { useSending } from '../../ui/use-sending.ts';

/** The text values of a submitted form by field name. */
export type Values = Readonly<Record<string, string>>;

/**
 * One submission at a time, and the text of what went wrong. `submit` may throw an `Error` made with
 * `invalid` for what the page itself finds wrong; `failure` puts any other into words.
 */
export function useSubmit(
  submit: (values: Values) => Promise<void>,
  failure: (cause: unknown) => string = failureText,
) {
  const [error, setError] = useState<string>();
  const { busy, send } = useSending({
    complain: setError,
    wordsOf: (cause) => (cause instanceof InvalidForm ? cause.message : failure(cause)),
    undone: 'That did not work.',
  });

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    for (const field of fieldsOf(form)) field.removeAttribute('aria-invalid');
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) values[name] = String(value);
    await send(async () => {
      try {
        await submit(values);
      } catch (cause) {
        if (cause instanceof InvalidForm) markEmpty(form);
        throw cause;
      }
    });
  };
  return { busy, error, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) };
}

const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] => [...form.querySelectorAll('input')];

/** Marks what has not been filled in, and goes to the first of it. */
function markEmpty(form: HTMLFormElement): void {
  const empty = fieldsOf(form).filter(({ type, value }) => type !== 'checkbox' && value.trim() === '');
  for (const field of empty) field.setAttribute('aria-invalid', 'true');
  empty[0]?.focus();
}

class InvalidForm extends Error {}

/** An error whose text is for the user. */
export const invalid = (text: string): Error => new InvalidForm(text);

/** The words of the password calls, which stand under `error` (specification section 8). */
export function errorField(cause: unknown): string {
  const body = cause instanceof CallError ? cause.body : undefined;
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof said === 'string' && said !== '' ? said : failureText(cause);
}
