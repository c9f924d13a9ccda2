import { useState } from 'react';
import type { FormEvent } from 'react';
import { failureText } from '../../session/call.ts';

/** The text values of a submitted form by field name. */
export type Values = Readonly<Record<string, string>>;

/**
 * One submission at a time, and the text of what went wrong. `submit` may throw an `Error` made with
 * `invalid` for what the page itself finds wrong.
 */
export function useSubmit(submit: (values: Values) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) values[name] = String(value);
    setBusy(true);
    setError(undefined);
    try {
      await submit(values);
    } catch (cause) {
      setError(cause instanceof InvalidForm ? cause.message : failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) };
}

class InvalidForm extends Error {}

/** An error whose text is for the user. */
export const invalid = (text: string): Error => new InvalidForm(text);
