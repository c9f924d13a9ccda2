import { clsx } from 'clsx';
import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react';

const control =
  'w-full rounded-md border border-edge bg-surface px-3 text-base text-ink placeholder:text-soft ' +
  'hover:border-ink focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft aria-invalid:border-danger';

/** Server errors of the surrounding form, by field name. */
export const FieldFaults = createContext<Readonly<Record<string, string>>>({});

type Described = {
  label: string;
  hint?: ReactNode;
  /** Error text; announced, and tied to the control. */
  error?: string | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
};

type FrameProps = Described & { id: string; children: ReactNode };

function Frame({ id, label, hint, error, hideLabel, children }: FrameProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: Described): string | undefined =>
  clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined;

/** As a `ref`: gives the focus to a field that has just come in place of what was there. */
export const focusOnArrival = (input: HTMLInputElement | null): void => input?.focus();

/** A one-line input with its label, hint and error. */
export function Field({ label, hint, error: own, hideLabel, className, ...rest }: ComponentProps<'input'> & Described) {
  const id = useId();
  const faults = use(FieldFaults);
  const error = own ?? (rest.name === undefined ? undefined : faults[rest.name]);
  const texts = { label, hint, error, hideLabel };
  return (
    <Frame id={id} {...texts}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, texts)}
        className={clsx(control, 'h-11', className)}
        {...rest}
      />
    </Frame>
  );
}

/** A choice of a few, with the platform's own list. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: ComponentProps<'select'> & Described) {
  const id = useId();
  const texts = { label, hint, error, hideLabel };
  return (
    <Frame id={id} {...texts}>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, texts)}
        className={clsx(control, 'h-11', className)}
        {...rest}
      />
    </Frame>
  );
}

/** A text of several lines; it grows with what is typed. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: ComponentProps<'textarea'> & Described) {
  const id = useId();
  const texts = { label, hint, error, hideLabel };
  return (
    <Frame id={id} {...texts}>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, texts)}
        className={clsx(control, 'field-sizing-content min-h-28 py-2.5', className)}
        {...rest}
      />
    </Frame>
  );
}
