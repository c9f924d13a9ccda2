import type { Cue } from '@lectern/contract/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, Quote } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { Link2, Play } from 'lucide-react';
import { type Clock, useClock } from '../../player/clock.ts';
import { SeekLink } from '../../player/seek-link.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SaveText } from '../../ui/use-text-editing.tsx';
import { quoteTimes } from '@lectern/contract/rules/quote-times';
import { copyMoment } from './share-link.ts';

type QuoteCardProps = {
  quote: Quote;
  chapter: Chapter;
  /** What is quoted, in lower case: 'quote 2 of chapter 1'. */
  label: string;
  cues: readonly Cue[];
  clock: Clock;
  onSave: SaveText;
};

/** Words worth repeating. Played from two seconds before they begin, and marked while they are said. */
export function QuoteCard({ quote, chapter, label, cues, clock, onSave }: QuoteCardProps) {
  const { from, to } = quoteTimes(quote, chapter, cues);
  const playing = useClock(clock, (now) => now > 0 && now >= from && now < to);
  return (
    <li
      aria-current={playing || undefined}
      className={clsx(
        'border-l-2 py-1 pr-1 pl-3.5 transition-colors',
        playing ? 'rounded-r-md border-brass bg-mark/35' : 'border-line',
      )}
    >
      <EditableText
        value={quote.quote}
        label={label}
        multiline
        minLength={4}
        className="font-serif text-[1.0625rem] leading-relaxed italic"
        onSave={onSave}
      />
      <div className="flex items-center gap-1 text-xs text-soft">
        <SeekLink
          clock={clock}
          seconds={from}
          aria-label={`Play ${label}, from ${formatTimecode(from)}`}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm pr-1 tabular-nums hover:text-ink"
        >
          <Play aria-hidden className="size-3 fill-current" />
          {formatTimecode(from)}
        </SeekLink>
        <IconButton
          small
          label={`Copy link to ${label}`}
          icon={<Link2 aria-hidden />}
          onClick={() => void copyMoment(from)}
        />
      </div>
    </li>
  );
}
