import type { PortalVideo } from '@lectern/contract/publishing/portal';
import { clsx } from 'clsx';
import { LocateFixed } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
  memo,
  useMemo,
  type RefObject,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { type PlayerClock, usePlayingCue } from '../player/clock.ts';
import { useFollowing } from '../player/use-following.ts';
import { Chapters } from './chapters.tsx';
import type { VideoHost } from './video-host.ts';
import { type Paragraph, paragraphs } from '../player/paragraphs.ts';
import { SeekLink } from '../player/seek-link.tsx';

type Tab = 'chapters' | 'transcript';
const tabs: readonly Tab[] = ['chapters', 'transcript'];
const names: Readonly<Record<Tab, string>> = { chapters: 'Chapters', transcript: 'Transcript' };

type PanelProps = {
  place: VideoHost;
  video: PortalVideo;
  clock: PlayerClock;
  /** CSS pixels of the window's top under which the tabs stay, where the player is pinned. */
  under: number | undefined;
};

/**
 * Shows chapters and transcript as tabs, both in the page for search engines and find-in-page. Without room beside the
 * player, tabs sit under it and content after `About`.
 */
export function ContentTabs({ place, video, clock, under }: PanelProps) {
  const shown = tabs.filter((each) => (each === 'chapters' ? video.chapters : video.cues).length > 0);
  const [tab, setTab] = useState<Tab>(shown[0] ?? 'transcript');
  const list = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const wide = usePanelBesidePlayer();
  const ownScroll = wide || (typeof document !== 'undefined' && isUnrolled());
  const { following, resume, expectMovement } = useFollowing({ clock, list, ownScroll });
  const choose = (next: Tab): void => {
    expectMovement();
    setTab(next);
    // Somebody far down in the transcript would else be anywhere in the chapters.
    if (!ownScroll) requestAnimationFrame(() => beginUnder(head.current, list.current));
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
      className="max-lg:contents lg:relative lg:flex lg:max-h-[46rem] lg:min-h-80 lg:flex-col lg:rounded-lg lg:border lg:border-line lg:bg-surface"
    >
      <div
        ref={head}
        role="tablist"
        aria-label="Chapters and transcript"
        {...(under === undefined ? {} : { 'data-pinned': true, style: { top: under } })}
        className={clsx(
          'flex border-b border-line px-3 max-lg:order-1 max-lg:-mx-4 max-lg:bg-paper sm:max-lg:mx-0 sm:max-lg:px-0',
          under !== undefined && 'sticky z-10',
        )}
      >
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
        className="focus-visible:-outline-offset-2 max-lg:order-3 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:in-data-unrolled:max-h-88 max-lg:in-data-unrolled:overflow-y-auto sm:max-lg:mx-0 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain"
      >
        {shown.includes('chapters') &&
          panel('chapters', <Chapters place={place} chapters={video.chapters} clock={clock} />)}
        {shown.includes('transcript') && panel('transcript', <PortalTranscript cues={video.cues} clock={clock} />)}
      </div>
      {!following && (
        <button
          type="button"
          onClick={resume}
          className="inset-x-0 bottom-3 mx-auto inline-flex min-h-9 w-fit items-center gap-2 rounded-full border border-edge bg-surface px-4 text-sm font-medium shadow-float hover:bg-sunken max-lg:sticky max-lg:order-3 lg:absolute"
        >
          <LocateFixed aria-hidden className="size-4" />
          Back to current
        </button>
      )}
    </section>
  );
}

/** Scrolls back to where the list begins, when that is above the tabs. */
function beginUnder(head: HTMLElement | null, list: HTMLElement | null): void {
  if (!head || !list) return;
  const above = head.getBoundingClientRect().bottom - list.getBoundingClientRect().top;
  if (above > 0) scrollBy({ top: -above, behavior: 'instant' });
}

function PortalTranscript({ cues, clock }: { cues: readonly Cue[]; clock: PlayerClock }) {
  const text = useMemo(() => paragraphs(cues), [cues]);
  return (
    <div className="grid grid-cols-1 gap-4 px-5 py-4 leading-relaxed">
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

const createQuery = (text: string) => {
  const subscribe = (listener: () => void): (() => void) => {
    const query = matchMedia(text);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return (): boolean =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(text).matches,
      () => false,
    );
};

/** Whether chapters and transcript stand beside the player, as the styles have it from `lg` on. */
export const usePanelBesidePlayer = createQuery('(min-width: 64rem)');

/** Whether a player that stays in sight, as wide as the window, leaves room under it to read in. */
export const useRoomUnderPlayer = createQuery('(max-aspect-ratio: 1/1) and (min-height: 34rem)');

/** Whether the frame becomes as high as the page, so that nothing stays in sight in it. `portal-theme.js` knows it. */
const isUnrolled = (): boolean => document.documentElement.dataset['unrolled'] !== undefined;

/** How much of the window's top something takes that is pinned there. CSS pixels. */
export function useHeight(pinned: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = pinned.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(Math.floor(element.getBoundingClientRect().height)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [pinned]);
  return height;
}
