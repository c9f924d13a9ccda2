import type { PortalVideo } from '@lectern/contract/publishing/portal';
import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { ChevronDown, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PlayerClock } from '../player/clock.ts';
import { Moments } from '../player/moments.tsx';
import type { VideoHost } from './video-host.ts';
import { ShareButton } from './share.tsx';

/** Characters that three lines of a phone's width hold at any rate. */
const threeLines = 100;

type AboutProps = {
  place: VideoHost;
  video: PortalVideo;
  clock: PlayerClock;
  /** Under the title. */
  note?: ReactNode;
};

/**
 * Title, description, summary and downloads; where they stand above chapters and transcript, three lines until asked
 * for.
 */
export function PortalAbout({ place, video, clock, note }: AboutProps) {
  const { title, duration, chapters, description, downloads } = video;
  const [open, setOpen] = useState(false);
  const figures = [formatDuration(duration), chapters.length > 0 && chapterCount(chapters.length)];
  const summary = video.summary === description ? '' : video.summary;
  const folds = summary !== '' || downloads.length > 0 || description.length > threeLines;
  const folded = folds && !open;
  return (
    <div className="grid grid-cols-1 gap-3 max-lg:order-2 max-lg:py-5 lg:gap-5">
      <div className="grid gap-2">
        <h1 className="text-2xl">{title}</h1>
        {note}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="text-sm text-soft tabular-nums">{figures.filter(Boolean).join(' · ')}</p>
          <ShareButton label="Copy link to this webinar" address={place.watch()} />
        </div>
      </div>
      {description && (
        <p className={clsx('max-w-prose leading-relaxed', folded && 'scripted:max-lg:line-clamp-3')}>{description}</p>
      )}
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls="about"
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-8 items-center gap-1 justify-self-start rounded-sm text-sm font-medium text-accent hover:underline lg:hidden"
        >
          {open ? 'Show less' : 'Show more'}
          <ChevronDown aria-hidden className={clsx('size-4', open && 'rotate-180')} />
        </button>
      )}
      <div id="about" className={clsx('grid grid-cols-1 gap-5', folded && 'scripted:max-lg:hidden')}>
        {summary && (
          <section aria-labelledby="summary" className="max-w-prose">
            <h2 id="summary" className="text-lg">
              Summary
            </h2>
            <p className="mt-1 leading-relaxed whitespace-pre-line text-soft">
              <Moments text={summary} duration={duration} clock={clock} />
            </p>
          </section>
        )}
        {downloads.length > 0 && (
          <ul aria-label="Downloads" className="flex flex-wrap gap-2">
            {downloads.map(({ label, url }) => (
              <li key={url}>
                <a
                  href={url}
                  download
                  className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-edge px-3 text-sm font-medium hover:border-ink hover:bg-sunken"
                >
                  <Download aria-hidden className="size-4" />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
