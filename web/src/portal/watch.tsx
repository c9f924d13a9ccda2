import type { PortalVideo } from '@lectern/contract/publishing/portal';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState, type ComponentType } from 'react';
import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { ChevronDown, Download } from 'lucide-react';
import { createClock, type PlayerClock } from '../player/clock.ts';
import { ContentTabs, useHeight, useRoomUnderPlayer, usePanelBesidePlayer } from './panel.tsx';
import type { VideoHost } from './video-host.ts';
import { Invitation } from '../player/start-overlay.tsx';
import { awaitChunk } from '../ui/lazy-part.tsx';
import type { PlayerStageProps } from './player-stage.tsx';
import { Moments } from '../player/seek-link.tsx';
import { ShareButton } from './share.tsx';

type WatchProps = {
  place: VideoHost;
  video: PortalVideo;
  start: number | undefined;
  note?: ReactNode;
  children?: ReactNode;
};

/**
 * Shows a webinar with chapters and transcript beside the player, or under it on small screens, where the player stays
 * in sight. The reading order is the same.
 */
export function Watch({ place, video, start, note, children }: WatchProps) {
  const [clock] = useState(createClock);
  useEffect(() => {
    if (start !== undefined) clock.seek(start);
  }, [clock, start]);
  useEffect(() => place.watching(clock), [clock, place]);
  const stage = useRef<HTMLDivElement>(null);
  const height = useHeight(stage);
  const [wide, tall] = [usePanelBesidePlayer(), useRoomUnderPlayer()];
  const pinned = tall && !wide;

  return (
    <article className="mx-auto flex max-w-7xl flex-col px-4 pt-2 pb-10 sm:px-6 lg:grid lg:grid-cols-[minmax(0,1.75fr)_minmax(20rem,1fr)] lg:gap-x-8 lg:gap-y-6">
      <div className="max-lg:contents lg:grid lg:grid-cols-1 lg:content-start lg:gap-5">
        <div
          ref={stage}
          {...(pinned ? { 'data-pinned': true } : {})}
          className={clsx('max-lg:-mx-4 sm:max-lg:mx-0', pinned && 'sticky top-0 z-20 bg-paper')}
        >
          <LazyPlayer place={place} video={video} clock={clock} />
        </div>
        <PortalAbout {...{ place, video, clock, note }} />
      </div>
      <ContentTabs {...{ place, video, clock }} under={pinned ? height : undefined} />
      {children && <div className="max-lg:order-4 max-lg:mt-6 lg:col-span-2">{children}</div>}
    </article>
  );
}

type StageProps = { place: VideoHost; video: PortalVideo; clock: PlayerClock };

/** The recording: its picture at once, and the player over it when its code has come. */
function LazyPlayer({ place, video, clock }: StageProps) {
  const [Player, setPlayer] = useState<ComponentType<PlayerStageProps>>();
  const [playbackId, setPlaybackId] = useState(video.playback_id);
  useEffect(
    () =>
      awaitChunk(
        () => import('./player-stage.tsx'),
        ({ PlayerStage }) => setPlayer(() => PlayerStage),
      ),
    [],
  );

  /** The signed address has ended while the page lay open: a new one goes on at the same place. */
  const renew = async (): Promise<void> => setPlaybackId(await place.renew());

  if (Player)
    return (
      <Player
        video={{ ...video, playback_id: playbackId }}
        clock={clock}
        onRetry={() => void renew().catch(() => undefined)}
      />
    );
  // As high as the player with its controls, so that nothing moves when it comes.
  return (
    <div className="border-line bg-surface sm:rounded-lg sm:border">
      <div className="relative aspect-video overflow-clip bg-black sm:rounded-t-lg">
        {video.thumbnail && (
          <img
            src={video.thumbnail}
            alt=""
            width={960}
            height={540}
            fetchPriority="high"
            className="size-full object-contain"
          />
        )}
        <Invitation sound={video.kind === 'audio'} />
      </div>
      <div className="@container">
        <div className="h-20 @max-[33rem]:h-29" />
      </div>
    </div>
  );
}

/** Tells visitors that nobody has read what a machine wrote (EU AI Act, Art. 50). `some`: of several webinars. */
export const WrittenByAi = ({ some = false }: { some?: boolean }) => (
  <p className="text-sm text-soft">
    {some
      ? 'Texts about some of these webinars were written by AI and have not been reviewed by a person.'
      : 'Title, summary and chapters were written by AI and have not been reviewed by a person.'}
  </p>
);

/** Characters that three lines of a phone's width hold at any rate. */
const threeLines = 100;

type AboutProps = {
  place: VideoHost;
  video: PortalVideo;
  clock: PlayerClock;
  note?: ReactNode;
};

/**
 * Title, description, summary and downloads; where they stand above chapters and transcript, three lines until asked
 * for.
 */
function PortalAbout({ place, video, clock, note }: AboutProps) {
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
