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

type FrameProps = Described & {
  className: string;
  children: (
    control: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'className'>,
  ) => ReactNode;
};

function Frame({ label, hint, error, hideLabel, className, children }: FrameProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined,
        className: clsx(control, className),
      })}
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

/** As a `ref`: gives the focus to a field that has just come in place of what was there. */
export const focusOnArrival = (input: HTMLInputElement | null): void => input?.focus();

export function Field({ label, hint, error: own, hideLabel, className, ...rest }: ComponentProps<'input'> & Described) {
  const faults = use(FieldFaults);
  const error = own ?? (rest.name === undefined ? undefined : faults[rest.name]);
  return (
    <Frame {...{ label, hint, error, hideLabel }} className={clsx('h-11', className)}>
      {(control) => <input {...control} {...rest} />}
    </Frame>
  );
}

type SelectFieldProps = ComponentProps<'select'> &
  Described & { options?: readonly (readonly [value: string | number, text: string])[] };

/** A choice of a few, with the platform's own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, hideLabel, className, options, children, ...rest } = props;
  return (
    <Frame {...{ label, hint, error, hideLabel }} className={clsx('h-11', className)}>
      {(control) => (
        <select {...control} {...rest}>
          {children}
          {options?.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A text of several lines; it grows with what is typed. */
export function TextField(props: ComponentProps<'textarea'> & Described) {
  const { label, hint, error, hideLabel, className, ...rest } = props;
  return (
    <Frame {...{ label, hint, error, hideLabel }} className={clsx('field-sizing-content min-h-28 py-2.5', className)}>
      {(control) => <textarea {...control} {...rest} />}
    </Frame>
  );
}

/** A box to tick, before its words. */
export function Checkbox({ className, children, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={clsx('flex items-center text-sm', className)}>
      <input type="checkbox" className="size-4.5 shrink-0 accent-accent" {...rest} />
      {children}
    </label>
  );
}
