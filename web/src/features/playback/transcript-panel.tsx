import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { Chapter, Quote, VideoDetail } from '@lectern/contract/videos/videos';
import { clsx } from 'clsx';
import { ChevronsDownUp, ChevronsUpDown, LocateFixed } from 'lucide-react';
import { use, useDeferredValue, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type PlayerClock, useClock } from '../../player/clock.ts';
import { useShortcuts } from '../../player/shortcuts.ts';
import { useFollowing } from '../../player/use-following.ts';
import { useCan } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { canKeepRowPosition, useOpenChapters } from './use-open-chapters.ts';
import { ChapterCount } from './chapter-count.tsx';
import { ChapterList } from './chapter-section.tsx';
import { type Tab, PanelTabs, panelId, tabId, tabNames, findCurrentElement } from './panel-tabs.tsx';
import { highlightMarks } from './highlight-marks.ts';
import { Highlighting, PickQuote } from './watch-context.ts';
import { QuoteList } from './chapter-quotes.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { SlideList, useSlides } from './slide-list.tsx';
import { toast } from '../../ui/toast.tsx';
import { TranscriptList } from './transcript-list.tsx';
import { TranscriptSearch, useTranscriptSearch } from './transcript-search.tsx';
import { useSaveVideo } from './use-save-video.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Most visits rename nobody. */
const SpeakersDialog = lazyPart(() => import('./speakers-dialog.tsx'));

type TranscriptPanelProps = {
  video: VideoDetail;
  clock: PlayerClock;
  /** Whether it scrolls by itself, beside the player; else the page scrolls. */
  ownScroll: boolean;
  /** Where the page scrolls: how much of the window's top is taken, so that the search stays in sight under it. */
  under: string;
  words?: string;
  opens?: Tab | undefined;
  /** Seconds where the page's address begins. */
  from?: number | undefined;
  menu?: ReactNode;
  slideActions?: ReactNode;
  /** Asks this recording, beside what is said in it; `stay` before it jumps from there. */
  questions?: false | ((stay: () => void) => ReactNode);
  remedy?: ReactNode;
  /** Told to who sees such a panel for the first time. */
  hint?: ReactNode;
  chapterEntries?: ((chapter: Chapter) => ReactNode) | undefined;
};

const chapterGone = 'The chapters have been rewritten somewhere else. Please copy your text and reload the page.';

const textButton = 'min-h-6 text-ink underline underline-offset-2';

/** Chapters, transcript, quotes and slides behind tabs. What it shows follows the recording. */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const {
    video,
    clock,
    ownScroll,
    under,
    words = '',
    opens,
    from,
    menu,
    slideActions,
    questions,
    remedy,
    hint,
    chapterEntries,
  } = props;
  const { chapters, transcript_gaps: gaps } = video;
  const saveVideo = useSaveVideo(video);
  const edits = useTranscriptEdits(video);
  const [naming, setNaming] = useState(false);
  const can = useCan();
  const cues = useMemo(() => webvttCues(video.vtt), [video.vtt]);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { highlights, show: showHighlights } = use(Highlighting);
  // A long transcript takes a moment to draw: what is selected or played must not wait for it.
  const marked = useDeferredValue(useMemo(() => highlightMarks(cues, highlights), [cues, highlights]));
  const search = useTranscriptSearch(cues, words, from ?? clock.now());

  const [chosen, setChosen] = useState<Tab | undefined>(opens ?? (words === '' ? undefined : 'transcript'));
  const slides = useSlides(video);
  const usual = chapters.length > 0 ? 'chapters' : 'transcript';
  const tab = chosen === 'slides' && !slides ? usual : (chosen ?? usual);
  // A long transcript takes a moment to draw: the tab answers at once.
  const shown = useDeferredValue(tab);
  const staysInSight = !ownScroll && tab === 'transcript' && cues.length > 0;
  const { following, pause, stay, resume, expectMovement, hold, goTo } = useFollowing({
    clock,
    list,
    ownScroll,
    find: findCurrentElement[shown],
  });

  const activeId = useClock(
    clock,
    (now) => (chapters.findLast(({ start_seconds }) => start_seconds <= now) ?? chapters[0])?.id,
  );
  const open = useOpenChapters(chapters, activeId, following);
  const opening = {
    ...open,
    toggle: (id: string): void => {
      expectMovement();
      open.toggle(id);
    },
    toggleAll: (): void => {
      expectMovement();
      open.toggleAll();
    },
  };

  const pick = (id: string, pressed: Element): void => {
    if (list.current) open.pick(id, !canKeepRowPosition(pressed, list.current, ownScroll));
    hold(pressed);
  };
  const choose = (next: Tab): void => {
    expectMovement();
    setChosen(next);
  };
  const showMatch = (): void => goTo((text) => text.querySelector('[data-current-match]'));
  // A place that was found is shown instead of what plays; the one of the page's address is where it begins anyway.
  const visited = useRef(search.place);
  useEffect(() => {
    if (search.place === visited.current) return;
    visited.current = search.place;
    if (search.place !== undefined) showMatch();
  });
  /** A line to go to once the transcript is drawn. */
  const sought = useRef<number>(undefined);
  useEffect(() => {
    if (shown !== 'transcript' || sought.current === undefined) return;
    const line = list.current?.querySelector<HTMLElement>(`[data-line="${sought.current}"]`) ?? null;
    sought.current = undefined;
    goTo(() => line);
    line?.focus({ preventScroll: true });
  });
  const pickQuote = (line: number): void => {
    sought.current = line;
    choose('transcript');
    toast.info('Select the words to quote, then press Quote.');
  };
  const step = (by: 1 | -1): void => {
    search.step(by);
    // The only place stays the same: it may have been scrolled away.
    if (search.count === 1) showMatch();
  };
  const onSave = (id: string, change: (now: Chapter) => Chapter): Promise<void> =>
    saveVideo(({ chapters: now }) => {
      if (!now.some((chapter) => chapter.id === id)) throw new Error(chapterGone);
      return { chapters: now.map((other) => (other.id === id ? change(other) : other)) };
    });
  useShortcuts({
    '/': () => {
      if (cues.length === 0) return false;
      // The field is there once the tab has been drawn.
      flushSync(() => choose('transcript'));
      field.current?.focus();
      return undefined;
    },
  });

  return (
    <section
      id="watch-chapters"
      // The page's second link leads here.
      tabIndex={-1}
      aria-label="Chapters and transcript"
      style={{ '--pinned': staysInSight ? under : '0px' } as CSSProperties}
      className={clsx(
        'relative flex scroll-mt-(--header) flex-col focus-visible:-outline-offset-2',
        ownScroll ? 'h-full min-h-0' : 'border-t border-line',
      )}
    >
      <h2 className="sr-only">{tabNames[tab]}</h2>
      <div className="@container flex items-center justify-between border-b border-line ps-2.5 pe-1 @sm:pe-2.5">
        <PanelTabs tab={tab} onTab={choose} slides={slides !== undefined} />
        {menu}
      </div>
      <div className="px-4 pt-2 empty:hidden">{hint}</div>
      {/* The page would scroll to a place that was found, and the search away. */}
      <div
        {...(staysInSight ? { 'data-pinned': true, style: { top: under } } : {})}
        className={clsx('border-b border-line bg-paper px-4 py-2', staysInSight && 'sticky z-10')}
      >
        <div className="flex min-h-9 items-start gap-1">
          <div className="min-w-0 flex-1 self-center text-sm text-soft">
            {tab === 'chapters' &&
              (chapters.length > 0 && cues.length > 0 && can('edit') ? (
                <ChapterCount video={video} />
              ) : (
                countOf(chapters.length, 'chapter')
              ))}
            {tab === 'quotes' && countQuotes(chapters.flatMap(({ quote }) => quote))}
            {tab === 'slides' && slides && slides.length > 0 && (
              <div className="flex items-center justify-between gap-2">
                {countOf(slides.length, 'slide')}
                {slideActions}
              </div>
            )}
            {tab === 'transcript' && cues.length > 0 && (
              <TranscriptSearch
                field={field}
                words={search.words}
                onWords={search.search}
                count={search.count}
                current={search.current}
                onStep={step}
              />
            )}
          </div>
          {tab === 'chapters' && chapters.length > 0 && (
            <IconButton
              label={open.all ? 'Collapse all' : 'Expand all'}
              icon={open.all ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
              onClick={opening.toggleAll}
            />
          )}
        </div>
      </div>
      {/* An answer stays, while one looks at another tab. */}
      <div hidden={tab !== 'transcript'}>{cues.length > 0 && questions && questions(stay)}</div>
      {tab === 'transcript' && (
        <div className="flex flex-wrap gap-x-4 border-b border-line px-4 py-2 text-sm text-soft empty:hidden">
          {highlights.length > 0 && (
            <button type="button" onClick={showHighlights} className={textButton}>
              {countOf(highlights.length, 'highlight')}
            </button>
          )}
          {can('edit') && cues.some(({ speaker }) => speaker !== undefined) && (
            <button type="button" onClick={() => setNaming(true)} className={textButton}>
              {video.recognised_speakers.length === 0
                ? 'Speakers'
                : `Speakers (${video.recognised_speakers.length} recognised by voice)`}
            </button>
          )}
          {(video.transcript_estimated || video.transcript_alignment) && (
            <p>The transcript has no times of its own: {originOfTimes(video)}</p>
          )}
          {cues.length > 0 && gaps.length > 0 && (
            <p>
              Speech without words in {gaps.length === 1 ? 'one place' : `${gaps.length} places`} ·{' '}
              <button
                type="button"
                onClick={() => goTo((text) => text.querySelector('[data-gap]'))}
                className={textButton}
              >
                Show
              </button>
            </p>
          )}
        </div>
      )}
      <div
        ref={list}
        id={panelId}
        role="tabpanel"
        aria-labelledby={tabId(tab)}
        aria-busy={shown !== tab}
        // A list that scrolls must be reachable by keyboard.
        {...(ownScroll ? { tabIndex: 0 } : {})}
        className={clsx(
          'relative',
          ownScroll && 'min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
        )}
      >
        <PickQuote value={pickQuote}>
          {shown === 'chapters' && (
            <ChapterList
              chapters={chapters}
              cues={cues}
              words={words}
              activeId={activeId}
              open={opening}
              onPick={pick}
              onSave={onSave}
              clock={clock}
              chapterEntries={chapterEntries}
            />
          )}
          {shown === 'quotes' && <QuoteList chapters={chapters} cues={cues} onSave={onSave} clock={clock} />}
        </PickQuote>
        {shown === 'transcript' && (
          <>
            <TranscriptList
              cues={cues}
              chapters={chapters}
              gaps={gaps}
              marks={search.marks}
              highlights={marked}
              edits={edits}
              clock={clock}
              remedy={remedy}
            />
            <SelectionTools list={list} video={video} cues={cues} onSelect={pause} />
          </>
        )}
        {shown === 'slides' && slides && <SlideList video={video} slides={slides} clock={clock} />}
      </div>
      {naming && (
        <SpeakersDialog
          passthrough={video.id}
          cues={cues}
          recognised={video.recognised_speakers}
          edits={edits}
          onClose={() => setNaming(false)}
        />
      )}
      {!following && (
        <div
          className={clsx(
            'pointer-events-none inset-x-0 z-20 flex justify-center',
            ownScroll ? 'absolute bottom-5' : 'fixed bottom-4',
          )}
        >
          <Button size="sm" onClick={resume} className="pointer-events-auto animate-rise rounded-full shadow-float">
            <LocateFixed aria-hidden /> Back to current
          </Button>
        </div>
      )}
    </section>
  );
}

function originOfTimes({ transcript_alignment: alignment }: VideoDetail): string {
  if (alignment === 'aligned') return 'they were found by listening to the recording.';
  if (alignment === 'unlike') return 'they are estimated, because too few of its words were heard in the recording.';
  return 'they are estimated.';
}

const countQuotes = (quotes: readonly Quote[]): string => {
  const count = quotes.filter(({ key }) => !key).length;
  return count === 0 && quotes.length > 0 ? 'No strong quotes' : countOf(count, 'quote');
};

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
