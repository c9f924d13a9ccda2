import { clsx } from 'clsx';
import { brand } from './brand.ts';

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2 text-ink', className)}>
      <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0">
        <path className="fill-accent" d="M2.5 7.2 12 3.6l9.5 3.6-2.3 5.4H4.8z" />
        <path className="fill-brass" d="M10.8 13.6h2.4v4.9h3.9v2.2H6.9v-2.2h3.9z" />
      </svg>
      <span className="font-serif text-[1.375rem] leading-none font-semibold tracking-tight">{brand}</span>
    </span>
  );
}
