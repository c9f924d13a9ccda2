import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { type ButtonLook, buttonShape } from './button.tsx';

/** A link that looks like a button. In a file of its own: portals have buttons and no router. */
export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={clsx(buttonShape({ look, size }), className)} {...rest} />;
}

export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className="prose-link" {...props} />;
}
