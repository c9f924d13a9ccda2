import type { Portal, PortalPage as Page, PortalVideo, PortalCard } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { ArrowLeft, ArrowRight, AudioLines } from 'lucide-react';
import { useMemo } from 'react';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { Ask } from './ask.tsx';
import { portalPlace } from './portal-host.ts';
import { Search } from './search.tsx';
import { Watch, WrittenByAi } from './watch.tsx';

/** A page of a portal, drawn alike on the server and in the browser. */
export function PortalPageView({ portal, video, start, found }: Page & { start?: number | undefined }) {
  const Title = video ? 'p' : 'h1';
  const { logo, ai_line: place } = portal;
  const listed = video && portal.layout !== 'single' ? [] : portal.cards.filter(({ key }) => key !== video?.key);
  const some = listed.some(({ aiGenerated }) => aiGenerated);
  return (
    <>
      <header
        aria-label={portal.title}
        className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-5 gap-y-3 px-4 pt-7 pb-4 sm:px-6"
      >
        {logo && <img src={logo.url} alt="" width={logo.width} height={logo.height} />}
        <Title className={video ? 'font-serif text-lg' : 'text-3xl'}>
          {video || found ? (
            <a href={portalPaths.overview(portal.token)} className="inline-block min-h-7 hover:underline">
              {portal.title}
            </a>
          ) : (
            portal.title
          )}
        </Title>
        {place === 'texts' && some && !video && (
          <div className="basis-full">
            <WrittenByAi some />
          </div>
        )}
      </header>
      <main aria-label={portal.title}>
        <Search portal={portal} found={found} questions={portal.answers_questions && <Ask portal={portal} />}>
          {video ? (
            <div className="pt-5">
              <Shown portal={portal} video={video} start={start} />
            </div>
          ) : (
            <Overview portal={portal} />
          )}
        </Search>
      </main>
      {place === 'foot' && (some || video?.aiGenerated === true) && (
        <footer aria-label={portal.title} className="mx-auto max-w-7xl px-4 pb-8 sm:px-6">
          <WrittenByAi some={some} />
        </footer>
      )}
    </>
  );
}

type ShownProps = { portal: Portal; video: PortalVideo; start: number | undefined };

function Shown({ portal, video, start }: ShownProps) {
  const place = useMemo(() => portalPlace(portal, video), [portal, video]);
  const note = portal.ai_line === 'texts' && video.aiGenerated && <WrittenByAi />;
  const at = portal.cards.findIndex(({ key }) => key === video.key);
  if (portal.layout === 'single') {
    const others = portal.cards.filter(({ key }) => key !== video.key);
    return (
      <Watch place={place} video={video} start={start} note={note}>
        {others.length > 0 && (
          <section aria-labelledby="others" className="grid gap-6 border-t border-line pt-6">
            <h2 id="others" className="text-xl">
              More webinars
            </h2>
            {portal.ai_line === 'texts' && others.some(({ aiGenerated }) => aiGenerated) && <WrittenByAi some />}
            <WebinarRows portal={portal} cards={others} />
          </section>
        )}
      </Watch>
    );
  }
  const next = portal.cards[at + 1];
  return (
    <Watch place={place} video={video} start={start} note={note}>
      <nav aria-label="Webinars" className="flex flex-wrap justify-between gap-4 border-t border-line pt-5">
        <a
          href={portalPaths.overview(portal.token)}
          className="inline-flex min-h-8 items-center gap-2 font-medium hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          All webinars
        </a>
        {next && (
          <a
            href={portalPaths.watch(portal.token, next.key)}
            className="inline-flex min-h-8 items-center gap-2 text-right font-medium hover:underline"
          >
            <span>
              <span className="text-soft">Next: </span>
              {next.title}
            </span>
            <ArrowRight aria-hidden className="size-4 shrink-0" />
          </a>
        )}
      </nav>
    </Watch>
  );
}

/** The webinars, each with its first chapters: one under the other, or the first large and the others in a grid. */
function Overview({ portal }: { portal: Portal }) {
  const [first, ...others] = portal.cards;
  if (!first)
    return (
      <div className="mx-auto max-w-7xl px-4 py-14 sm:px-6">
        <p className="font-serif text-xl">There are no webinars here yet.</p>
        <p className="mt-1 text-soft">Please come back soon.</p>
      </div>
    );
  if (portal.layout === 'list')
    return (
      <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6">
        <WebinarRows portal={portal} cards={portal.cards} inSight={3} />
      </div>
    );
  return (
    <div className="mx-auto grid max-w-7xl gap-10 px-4 py-8 sm:px-6">
      <Card portal={portal} card={first} shape="large" />
      {others.length > 0 && (
        <ul className="grid gap-x-7 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((card) => (
            <li key={card.key}>
              <Card portal={portal} card={card} shape="tile" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type RowsProps = {
  portal: Portal;
  cards: readonly PortalCard[];
  /** Pictures of so many are fetched at once. */
  inSight?: number;
};

const WebinarRows = ({ portal, cards, inSight = 0 }: RowsProps) => (
  <ul className="grid gap-8">
    {cards.map((card, n) => (
      <li key={card.key} className={clsx(n > 0 && 'border-t border-line pt-8')}>
        <Card portal={portal} card={card} shape="row" eager={n < inSight} />
      </li>
    ))}
  </ul>
);

/** Chapters a card names before it says how many more there are. */
const named = 3;

type CardProps = { portal: Portal; card: PortalCard; shape: 'large' | 'tile' | 'row'; eager?: boolean };

function Card({ portal, card, shape, eager = shape === 'large' }: CardProps) {
  const large = shape === 'large';
  const address = portalPaths.watch(portal.token, card.key);
  const shown = card.chapters.slice(0, large ? named + 2 : named);
  const more = card.chapters.length - shown.length;
  return (
    <article
      className={clsx(
        'grid content-start gap-4',
        large && 'items-center md:grid-cols-[3fr_2fr] md:gap-9',
        shape === 'row' && 'items-start sm:grid-cols-[minmax(12rem,20rem)_1fr] sm:gap-7',
      )}
    >
      <a href={address} tabIndex={-1} aria-hidden className="group relative block overflow-clip rounded-lg bg-sunken">
        {card.thumbnail ? (
          <img
            src={card.thumbnail}
            alt=""
            width={960}
            height={540}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={large ? 'high' : 'auto'}
            className="aspect-video w-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
          />
        ) : (
          <span className="grid aspect-video place-items-center">
            <AudioLines className="size-14 text-soft" />
          </span>
        )}
        <span className="absolute right-2 bottom-2 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          {formatDuration(card.duration)}
        </span>
      </a>
      <div className="grid content-start gap-2.5">
        <h2 className={large ? 'text-2xl' : 'text-lg'}>
          <a href={address} className="line-clamp-3 hover:underline">
            {card.title}
          </a>
        </h2>
        {card.description && (
          <p className={clsx('text-sm leading-relaxed text-soft', large ? 'line-clamp-4' : 'line-clamp-2')}>
            {card.description}
          </p>
        )}
        {shown.length > 0 && (
          <ol aria-label={`Chapters of ${card.title}`} className="mt-1 border-t border-line text-sm">
            {shown.map(({ title, start_seconds }) => (
              <li key={start_seconds}>
                <a
                  href={portalPaths.watch(portal.token, card.key, start_seconds)}
                  className="flex min-h-8 items-baseline gap-3 rounded-sm py-1.5 hover:bg-sunken"
                >
                  <span className="w-12 shrink-0 text-xs text-accent tabular-nums">
                    {formatDuration(start_seconds)}
                  </span>
                  <span className="min-w-0">{title}</span>
                </a>
              </li>
            ))}
            {more > 0 && (
              <li>
                <a
                  href={address}
                  className="inline-flex min-h-8 items-center ps-15 text-xs font-medium text-soft hover:text-ink hover:underline"
                >
                  {more} more {more === 1 ? 'chapter' : 'chapters'}
                </a>
              </li>
            )}
          </ol>
        )}
      </div>
    </article>
  );
}
