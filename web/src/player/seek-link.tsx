import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { type ComponentProps, type ReactNode, Fragment } from 'react';
import type { PlayerClock } from './clock.ts';
import { splitAtTimestamps } from './moments-in.ts';

type SeekLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  clock: PlayerClock;
  seconds: number;
  /** Told before the recording jumps. */
  onSeek?: ((link: Element) => void) | undefined;
  children: ReactNode;
};

/** A link to a moment of this video. It plays it here; without scripts, in a new tab or copied it is its address. */
export function SeekLink({ clock, seconds, onSeek, children, ...rest }: SeekLinkProps) {
  return (
    <a
      href={buildStartTimeQuery(seconds)}
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

type MomentsProps = { text: string; duration: number; clock: PlayerClock };

/** A text about the recording whose times in brackets play it from there. */
export function Moments({ text, duration, clock }: MomentsProps) {
  return splitAtTimestamps(text, duration).map((part, n) =>
    part.seconds === undefined ? (
      <Fragment key={n}>{part.text}</Fragment>
    ) : (
      <SeekLink
        key={n}
        clock={clock}
        seconds={part.seconds}
        className="text-accent tabular-nums underline underline-offset-2"
      >
        {part.text}
      </SeekLink>
    ),
  );
}
