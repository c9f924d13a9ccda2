import { clsx } from 'clsx';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { leavesFocus } from './focus-place.ts';

const kinds = {
  info: { icon: Info, box: 'border-line bg-sunken', tint: 'text-brass' },
  good: { icon: CircleCheck, box: 'border-accent/40 bg-accent-wash', tint: 'text-accent' },
  bad: { icon: TriangleAlert, box: 'border-danger/50 bg-danger-wash', tint: 'text-danger' },
} as const;

type NoticeProps = { kind?: keyof typeof kinds; children: ReactNode; className?: string };

/** A message that stays in the page. A bad one is announced at once, others politely. */
export function Notice({ kind = 'info', children, className }: NoticeProps) {
  const { icon: Icon, box, tint } = kinds[kind];
  return (
    <div
      ref={leavesFocus}
      role={kind === 'bad' ? 'alert' : 'status'}
      className={clsx('flex gap-3 rounded-md border px-4 py-3 text-sm text-ink', box, className)}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', tint)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Says beside something small what went wrong with it; nothing without a text. */
export function ErrorText({ text, className }: { text: ReactNode; className?: string }) {
  if (!text) return null;
  return (
    <p role="alert" className={clsx('text-sm font-medium text-danger', className)}>
      {text}
    </p>
  );
}
