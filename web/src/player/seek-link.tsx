import { momentSearch } from '@lectern/contract/rules/start-time';
import type { ComponentProps, ReactNode } from 'react';
import type { Clock } from './clock.ts';

type SeekLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  clock: Clock;
  seconds: number;
  /** Told before the recording jumps. */
  onSeek?: ((link: Element) => void) | undefined;
  children: ReactNode;
};

/** A link to a moment of this video. It plays it here; without scripts, in a new tab or copied it is its address. */
export function SeekLink({ clock, seconds, onSeek, children, ...rest }: SeekLinkProps) {
  return (
    <a
      href={momentSearch(seconds)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onSeek?.(event.currentTarget);
        clock.seek(seconds, true);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
