import type { PortalChapter, PortalQuote } from '@lectern/contract/publishing/portal';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { ImageDown, Play } from 'lucide-react';
import { type PlayerClock, useClock } from '../player/clock.ts';
import type { VideoHost } from './video-host.ts';
import { SeekLink } from '../player/seek-link.tsx';
import { ShareButton } from './share.tsx';
import { AsSpoken } from '../player/as-spoken.tsx';

type ChaptersProps = { place: VideoHost; chapters: readonly PortalChapter[]; clock: PlayerClock };

export function Chapters({ place, chapters, clock }: ChaptersProps) {
  const active = useClock(clock, (now) => chapters.findLast(({ start_seconds }) => start_seconds <= now)?.id);
  return (
    <ol className="divide-y divide-line">
      {chapters.map((chapter, n) => (
        <li
          key={chapter.id}
          id={`chapter-${n + 1}`}
          data-current-chapter={active === chapter.id || undefined}
          aria-current={active === chapter.id || undefined}
          className={clsx(
            'relative grid grid-cols-1 gap-2 px-5 py-4',
            active === chapter.id && 'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent',
          )}
        >
          <div className="flex items-center justify-between gap-2">
            <SeekLink
              clock={clock}
              seconds={chapter.start_seconds}
              aria-label={`Play chapter ${n + 1} from ${formatDuration(chapter.start_seconds)}`}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-sm text-xs font-semibold tracking-wide text-accent tabular-nums hover:underline"
            >
              <Play aria-hidden className="size-3 fill-current" />
              {formatDuration(chapter.start_seconds)}
            </SeekLink>
            <ShareButton label={`Copy link to chapter ${n + 1}`} address={place.watch(chapter.start_seconds)} />
          </div>
          <h3 className="text-lg leading-snug">{chapter.title}</h3>
          {chapter.summary && <p className="text-sm leading-relaxed text-soft">{chapter.summary}</p>}
          {chapter.quotes.length > 0 && (
            <ul aria-label={`Quotes of chapter ${n + 1}`} className="mt-1 grid gap-3">
              {chapter.quotes.map((quote, at) => (
                <Quote
                  key={at}
                  {...{ place, clock, chapter, quote, at }}
                  label={`quote ${at + 1} of chapter ${n + 1}`}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

type QuoteProps = Omit<ChaptersProps, 'chapters'> & {
  chapter: PortalChapter;
  quote: PortalQuote;
  at: number;
  label: string;
};

function Quote({ place, clock, chapter, quote, at, label }: QuoteProps) {
  const playing = useClock(clock, (now) => now > 0 && now >= quote.start && now < quote.end);
  const { quotes } = place;
  return (
    <li
      aria-current={playing || undefined}
      className={clsx(
        'border-l-2 py-1 pl-3.5 transition-colors',
        playing ? 'rounded-r-md border-accent bg-mark/35' : 'border-line',
      )}
    >
      <blockquote className="font-serif text-[1.0625rem] leading-relaxed italic">{quote.text}</blockquote>
      <AsSpoken quote={quote} />
      <div className="mt-1 flex flex-wrap items-center gap-x-2">
        <SeekLink
          clock={clock}
          seconds={quote.start}
          aria-label={`Play ${label}, from ${formatDuration(quote.start)}`}
          className="inline-flex min-h-7 items-center gap-1.5 rounded-sm text-xs text-soft tabular-nums hover:text-ink"
        >
          <Play aria-hidden className="size-3 fill-current" />
          {formatDuration(quote.start)}
        </SeekLink>
        <ShareButton
          label={`Copy link to ${label}`}
          address={quotes ? quotes.watch(chapter.id, at) : place.watch(quote.start)}
          onShared={(link) => quotes?.onShared(chapter.id, at, quote.text, link)}
        />
        {quotes &&
          quote.card &&
          (['wide', 'square'] as const).map((format) => (
            <a
              key={format}
              href={quotes.picture(chapter.id, at, format)}
              download
              aria-label={`Download ${label} as a ${format} picture`}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium text-soft hover:bg-sunken hover:text-ink"
            >
              <ImageDown aria-hidden className="size-3.5" />
              {format === 'wide' ? 'Wide' : 'Square'}
            </a>
          ))}
      </div>
    </li>
  );
}
