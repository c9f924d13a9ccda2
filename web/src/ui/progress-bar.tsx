import { clsx } from 'clsx';

type ProgressBarProps = {
  /** 0 to 1; undefined while nobody knows. */
  value: number | undefined;
  label: string;
  /** Text for screen readers instead of the percentage. */
  text?: string;
  /** It shows that something is used up, and not how far something has come. */
  usedUp?: boolean;
  className?: string;
};

export function ProgressBar({ value, label, text, usedUp = false, className }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-line forced-colors:border', className)}
    >
      <div
        className={clsx(
          'h-full rounded-full forced-colors:bg-[Highlight] transition-[width] duration-300',
          usedUp ? 'bg-danger' : 'bg-accent',
          value === undefined && 'animate-breathe',
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
