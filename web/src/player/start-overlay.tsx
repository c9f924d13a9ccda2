import { clsx } from 'clsx';
import { AudioLines, Play } from 'lucide-react';

/** Over a recording that has not begun. One without a picture has its sound drawn on both sides, clear of the sign. */
export function Invitation({ sound }: { sound: boolean }) {
  const wave = sound && <AudioLines className="size-12 text-white/50" />;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 flex items-center justify-center gap-5 text-white"
    >
      {wave}
      <span className={clsx('grid size-16 place-items-center rounded-full', sound ? 'bg-white/15' : 'bg-black/65')}>
        <Play className="ms-1 size-7 fill-current" />
      </span>
      {wave}
    </span>
  );
}
