import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { TranscriptGap } from '@lectern/contract/videos/videos';
import { AudioLines } from 'lucide-react';
import type { PlayerClock } from '../../player/clock.ts';
import { SeekLink } from '../../player/seek-link.tsx';

/** Says where words are missing, and plays it. */
export function GapRow({ gap, clock }: { gap: TranscriptGap; clock: PlayerClock }) {
  const { start, end, speech } = gap;
  return (
    <p
      data-gap
      className="flex items-start gap-2 rounded-md border border-dashed border-edge px-3 py-2 text-sm text-soft"
    >
      <AudioLines aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        {speech ? 'Speech heard, no words' : 'Sound heard, no words'}:{' '}
        <SeekLink clock={clock} seconds={start} className="text-ink tabular-nums underline underline-offset-2">
          {formatTimecode(start)} – {formatTimecode(end)}
        </SeekLink>
      </span>
    </p>
  );
}
