import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type CardProps = ComponentProps<'section'> & {
  /** Its name, which `id` is the id of. */
  heading?: string;
  headingClassName?: string;
};

/** A sheet on the desk: a hairline and a lighter ground, no shadow. */
export function Card({ id, heading, headingClassName = 'eyebrow font-sans', className, children, ...rest }: CardProps) {
  return (
    <section
      {...(heading === undefined ? { id } : { 'aria-labelledby': id })}
      className={clsx('rounded-lg border border-line bg-surface', className)}
      {...rest}
    >
      {heading !== undefined && (
        <h2 id={id} className={headingClassName}>
          {heading}
        </h2>
      )}
      {children}
    </section>
  );
}
