import type { Cue } from '@lectern/contract/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, Quote } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { Copy, ImageDown, Link2, Play, Scissors } from 'lucide-react';
import { use } from 'react';
import { type Clock, useClock } from '../../player/clock.ts';
import { SeekLink } from '../../player/seek-link.tsx';
import { asSentence } from '../../ui/as-sentence.ts';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import type { SaveText } from '../../ui/use-text-editing.tsx';
import { quoteTimes } from '@lectern/contract/rules/quote-times';
import { shortText } from '@lectern/contract/rules/short-text';
import { copyText } from '../../ui/copy-text.ts';
import { CutOut } from './cut-out.ts';
import { useShareLink } from './share-link.ts';

type QuoteCardProps = {
  quote: Quote;
  chapter: Chapter;
  /** Its place in the chapter, from 0. */
  n: number;
  /** What is quoted, in lower case: 'quote 2 of chapter 1'. */
  label: string;
  cues: readonly Cue[];
  clock: Clock;
  onSave: SaveText;
};

/** Words worth repeating. Played from two seconds before they begin, and marked while they are said. */
export function QuoteCard({ quote, chapter, n, label, cues, clock, onSave }: QuoteCardProps) {
  const { copyMoment, pictureOf } = useShareLink();
  const cutOut = use(CutOut);
  const { from, to } = quoteTimes(quote, chapter, cues);
  const playing = useClock(clock, (now) => now > 0 && now >= from && now < to);
  return (
    <li
      data-quote={from}
      aria-current={playing || undefined}
      className={clsx(
        'border-l-2 py-1 pr-1 pl-3.5 transition-colors',
        playing ? 'rounded-r-md border-brass bg-mark/35' : 'border-line',
      )}
    >
      {quote.key && <p className="text-xs font-medium text-soft">Key sentence</p>}
      <Toolbar label={asSentence(label)}>
        <EditableText
          value={quote.quote}
          label={label}
          multiline
          minLength={shortText + 1}
          className={clsx('font-serif text-[1.0625rem] leading-relaxed', !quote.key && 'italic')}
          onSave={onSave}
        />
        <div className="flex flex-wrap items-center gap-1 text-xs text-soft">
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
          <IconButton
            small
            label={`Copy ${label}`}
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(`“${quote.quote}”`, 'Copied.')}
          />
          {cutOut && (
            <IconButton
              small
              label={`Clip ${label}`}
              icon={<Scissors aria-hidden />}
              onClick={() => cutOut(quote.start ?? from, to)}
            />
          )}
          {pictureOf &&
            (['wide', 'square'] as const).map((format) => (
              <a
                key={format}
                href={pictureOf(chapter.id, n, format)}
                download
                aria-label={`Download ${label} as a ${format} picture`}
                className="inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-medium hover:bg-sunken hover:text-ink"
              >
                <ImageDown aria-hidden className="size-3.5" />
                {format === 'wide' ? 'Wide' : 'Square'}
              </a>
            ))}
        </div>
      </Toolbar>
    </li>
  );
}
