import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import type { PlayerClock } from '../player/clock.ts';
import { type Paragraph, paragraphs } from '../player/paragraphs.ts';
import { usePlayingCue } from '../player/use-playing-cue.ts';
import { SeekLink } from '../player/seek-link.tsx';

/** Everything that is said, to be read; what is being said is marked. */
export function PortalTranscript({ cues, clock }: { cues: readonly Cue[]; clock: PlayerClock }) {
  const text = useMemo(() => paragraphs(cues), [cues]);
  return (
    <div className="grid gap-4 px-5 py-4 leading-relaxed">
      {text.map((paragraph, n) => (
        <Said
          key={paragraph.first}
          paragraph={paragraph}
          clock={clock}
          showSpeaker={paragraph.speaker !== undefined && paragraph.speaker !== text[n - 1]?.speaker}
        />
      ))}
    </div>
  );
}

type SaidProps = { paragraph: Paragraph; clock: PlayerClock; showSpeaker: boolean };

const Said = memo(({ paragraph: { cues, first, speaker }, clock, showSpeaker }: SaidProps) => {
  const start = cues[0]?.start ?? 0;
  const playing = usePlayingCue(clock, cues);
  return (
    <p className="[contain-intrinsic-height:auto_7rem] [content-visibility:auto]">
      <span className="flex items-baseline gap-2 text-xs">
        {showSpeaker && <strong className="font-semibold text-ink">{speaker}</strong>}
        <SeekLink
          clock={clock}
          seconds={start}
          aria-label={`Play from ${formatDuration(start)}`}
          className="inline-flex min-h-6 items-center rounded-sm text-soft tabular-nums hover:text-ink hover:underline"
        >
          {formatDuration(start)}
        </SeekLink>
      </span>
      {cues.map((cue, n) => (
        <span key={first + n}>
          <SeekLink
            clock={clock}
            seconds={cue.start}
            // The keyboard goes from paragraph to paragraph, by their times.
            tabIndex={-1}
            data-current-line={n === playing || undefined}
            aria-current={n === playing || undefined}
            className={clsx(
              'rounded-[2px] decoration-2 underline-offset-4 box-decoration-clone hover:underline hover:decoration-edge',
              n === playing && 'bg-accent-wash underline decoration-accent!',
            )}
          >
            {cue.text}
          </SeekLink>{' '}
        </span>
      ))}
    </p>
  );
});
