import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A sheet on the desk: a hairline and a lighter ground, no shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={clsx('rounded-lg border border-line bg-surface', className)} {...rest} />;
}
