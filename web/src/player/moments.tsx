import { Fragment } from 'react';
import type { PlayerClock } from './clock.ts';
import { splitAtTimestamps } from './moments-in.ts';
import { SeekLink } from './seek-link.tsx';

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
