import type { PortalVideo } from '@lectern/contract/publishing/portal';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createClock } from '../player/clock.ts';
import { PortalAbout } from './about.tsx';
import { ContentTabs } from './panel.tsx';
import type { VideoHost } from './video-host.ts';
import { useHeight, useRoomUnderPlayer, usePanelBesidePlayer } from './room.ts';
import { LazyPlayer } from './lazy-player.tsx';

type WatchProps = {
  place: VideoHost;
  video: PortalVideo;
  start: number | undefined;
  /** Under the title. */
  note?: ReactNode;
  /** At the end of the page. */
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
