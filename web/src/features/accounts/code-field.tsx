import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';

/** Asks for the code of an authenticator app. */
export const CodeField = (props: Pick<ComponentProps<typeof Field>, 'hint' | 'ref'>) => (
  <Field name="code" label="Code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...props} />
);
