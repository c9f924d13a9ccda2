import type { PortalVideo } from '@lectern/contract/portal';
import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { Download, LocateFixed } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Clock, createClock } from '../player/clock.ts';
import { Moments } from '../player/moments.tsx';
import { useFollowing } from '../player/use-following.ts';
import { Chapters } from './chapters.tsx';
import type { Place } from './place.ts';
import { ShareButton } from './share.tsx';
import { Stage } from './stage.tsx';
import { Transcript } from './transcript.tsx';

type WatchProps = {
  place: Place;
  video: PortalVideo;
  start: number | undefined;
  /** Under the title. */
  note?: ReactNode;
  /** At the end of the page. */
  children?: ReactNode;
};

/** A webinar with its chapters and everything said, beside the player where there is room. */
export function Watch({ place, video, start, note, children }: WatchProps) {
  const [clock] = useState(createClock);
  useEffect(() => {
    if (start !== undefined) clock.seek(start);
  }, [clock, start]);
  useEffect(() => place.watching(clock), [clock, place]);
  const figures = [formatDuration(video.duration), video.chapters.length > 0 && chapterCount(video.chapters.length)];

  return (
    <article className="mx-auto grid max-w-7xl grid-cols-1 gap-x-8 gap-y-6 px-4 pt-2 pb-10 sm:px-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(20rem,1fr)]">
      <div className="grid grid-cols-1 content-start gap-5">
        <div className="-mx-4 sm:mx-0">
          <Stage place={place} video={video} clock={clock} />
        </div>
        <div className="grid gap-2">
          <h1 className="text-2xl">{video.title}</h1>
          {note}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="text-sm text-soft tabular-nums">{figures.filter(Boolean).join(' · ')}</p>
            <ShareButton label="Copy link to this webinar" address={place.watch()} />
          </div>
        </div>
        {video.description && <p className="max-w-prose leading-relaxed">{video.description}</p>}
        {video.summary && video.summary !== video.description && (
          <section aria-labelledby="summary" className="max-w-prose">
            <h2 id="summary" className="text-lg">
              Summary
            </h2>
            <p className="mt-1 leading-relaxed whitespace-pre-line text-soft">
              <Moments text={video.summary} duration={video.duration} clock={clock} />
            </p>
          </section>
        )}
        {video.downloads.length > 0 && (
          <ul aria-label="Downloads" className="flex flex-wrap gap-2">
            {video.downloads.map(({ label, url }) => (
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
      <Panel place={place} video={video} clock={clock} />
      {children}
    </article>
  );
}

type Tab = 'chapters' | 'transcript';
const tabs: readonly Tab[] = ['chapters', 'transcript'];
const names: Readonly<Record<Tab, string>> = { chapters: 'Chapters', transcript: 'Transcript' };

/** Chapters and transcript behind two tabs. Both stand in the page, for search engines and for find-in-page. */
function Panel({ place, video, clock }: { place: Place; video: PortalVideo; clock: Clock }) {
  const shown = tabs.filter((each) => (each === 'chapters' ? video.chapters : video.cues).length > 0);
  const [tab, setTab] = useState<Tab>(shown[0] ?? 'transcript');
  const list = useRef<HTMLDivElement>(null);
  const { following, resume, expectMovement } = useFollowing({ clock, list, ownScroll: true });
  const choose = (next: Tab): void => {
    expectMovement();
    setTab(next);
    resume();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length]!;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const panel = (of: Tab, content: ReactNode) => (
    <div id={`panel-${of}`} role="tabpanel" aria-labelledby={`tab-${of}`} hidden={tab !== of}>
      {content}
    </div>
  );
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Chapters and transcript"
      className="relative flex max-h-[46rem] min-h-80 flex-col rounded-lg border border-line bg-surface"
    >
      <div role="tablist" aria-label="Chapters and transcript" className="flex border-b border-line px-3">
        {shown.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-selected={tab === each}
            aria-controls={`panel-${each}`}
            tabIndex={tab === each ? 0 : -1}
            onClick={() => choose(each)}
            onKeyDown={onKeyDown}
            className={clsx(
              '-mb-px min-h-11 border-b-2 px-3 text-sm font-medium',
              tab === each ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
            )}
          >
            {names[each]}
          </button>
        ))}
      </div>
      <div
        ref={list}
        role="region"
        aria-label={names[tab]}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        {shown.includes('chapters') &&
          panel('chapters', <Chapters place={place} chapters={video.chapters} clock={clock} />)}
        {shown.includes('transcript') && panel('transcript', <Transcript cues={video.cues} clock={clock} />)}
      </div>
      {!following && (
        <button
          type="button"
          onClick={resume}
          className="absolute inset-x-0 bottom-3 mx-auto inline-flex min-h-9 w-fit items-center gap-2 rounded-full border border-edge bg-surface px-4 text-sm font-medium shadow-float hover:bg-sunken"
        >
          <LocateFixed aria-hidden className="size-4" />
          Back to current
        </button>
      )}
    </section>
  );
}
