import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { Chapter, VideoAsset } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { ChevronsDownUp, ChevronsUpDown, LocateFixed } from 'lucide-react';
import { Suspense, lazy, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { type Clock, useClock } from '../../player/clock.ts';
import { useShortcuts } from '../../player/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChapterSection } from './chapter-section.tsx';
import { gapsByChapter } from './gaps-in-place.ts';
import { cuesByChapter, paragraphs } from '../../player/paragraphs.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { TranscriptText } from './transcript-text.tsx';
import { useFollowing } from '../../player/use-following.ts';
import { useSaveVideo } from './use-save-video.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';
import { useTranscriptSearch } from './use-transcript-search.ts';

/** Most visits rename nobody. */
const SpeakersDialog = lazy(() => import('./speakers-dialog.tsx'));

type TranscriptPanelProps = {
  video: VideoAsset;
  clock: Clock;
  /** Whether it scrolls by itself, beside the player; else the page scrolls. */
  ownScroll: boolean;
  /** Buttons for the panel itself. */
  actions?: ReactNode;
  /** More `MenuItem`s of a chapter. */
  chapterEntries?: ((chapter: Chapter) => ReactNode) | undefined;
};

const chapterGone = 'The chapters were written again elsewhere. Please copy your text and reload the page.';

const textButton = 'min-h-6 text-ink underline underline-offset-2';

/** The chapters with what is said in them; the plain transcript until there are chapters. Follows the recording. */
export function TranscriptPanel({ video, clock, ownScroll, actions, chapterEntries }: TranscriptPanelProps) {
  const { chapters } = video;
  const save = useSaveVideo(video);
  const edits = useTranscriptEdits(video);
  const [naming, setNaming] = useState(false);
  const cues = useMemo(() => webvttCues(video.vtt), [video.vtt]);
  const said = useMemo(() => cuesByChapter(cues, chapters), [cues, chapters]);
  const { transcript_gaps: gaps } = video;
  const missing = useMemo(() => gapsByChapter(gaps, chapters), [gaps, chapters]);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { following, pause, resume, expectMovement } = useFollowing({ clock, list, ownScroll });
  const search = useTranscriptSearch(cues);

  const activeId = useClock(
    clock,
    (now) => (chapters.findLast(({ start_seconds }) => start_seconds <= now) ?? chapters[0])?.id,
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(activeId === undefined ? [] : [activeId]));
  /** Collapsing all says that one wants the titles only: then the recording opens no chapter either. */
  const [opensItself, setOpensItself] = useState(true);
  const allOpen = chapters.every(({ id }) => open.has(id));

  const [opened, setOpened] = useState(activeId);
  if (activeId !== opened && following) {
    setOpened(activeId);
    if (activeId !== undefined && opensItself) setOpen(new Set(open).add(activeId));
  }
  // A place that was found is shown, in a chapter that may be collapsed, instead of what plays.
  const [visited, setVisited] = useState(search.at);
  if (search.at !== visited) {
    setVisited(search.at);
    const holder = chapters[said.findLastIndex(({ first }) => first <= (search.at ?? -1))]?.id;
    if (holder !== undefined) setOpen(new Set(open).add(holder));
    if (search.at !== undefined) pause();
  }
  const step = (by: 1 | -1): void => {
    search.step(by);
    // The only place stays the same: it may have been scrolled away.
    if (search.count === 1) list.current?.querySelector('[data-current-match]')?.scrollIntoView({ block: 'center' });
  };

  const toggle = (id: string): void => {
    expectMovement();
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const toggleAll = (): void => {
    expectMovement();
    setOpen(new Set(allOpen ? [] : chapters.map(({ id }) => id)));
    setOpensItself(!allOpen);
  };
  const showGaps = (): void => {
    pause();
    const holders = chapters.filter((_, n) => missing[n]!.length > 0).map(({ id }) => id);
    setOpen(new Set([...open, ...holders]));
    // Drawn by then, in chapters that may have been collapsed.
    requestAnimationFrame(() => list.current?.querySelector('[data-gap]')?.scrollIntoView({ block: 'center' }));
  };
  useShortcuts({ '/': () => (field.current ? field.current.focus() : false) });

  return (
    <section
      aria-label="Chapters and transcript"
      className={clsx('relative flex flex-col', ownScroll && 'h-full min-h-0')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line px-5 pt-4 pb-3">
        <div className="flex min-h-9 items-center gap-1">
          <h2 className="mr-auto text-xl">{chapters.length > 0 ? 'Chapters' : 'Transcript'}</h2>
          {chapters.length > 0 && (
            <IconButton
              label={allOpen ? 'Collapse all' : 'Expand all'}
              icon={allOpen ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
              onClick={toggleAll}
            />
          )}
          {actions}
        </div>
        {cues.length > 0 && (
          <TranscriptSearch
            field={field}
            words={search.words}
            onWords={search.search}
            count={search.count}
            current={search.current}
            onStep={step}
          />
        )}
        <div className="flex flex-wrap gap-x-4 text-sm text-soft empty:hidden">
          {cues.some(({ speaker }) => speaker !== undefined) && (
            <button type="button" onClick={() => setNaming(true)} className={textButton}>
              Speakers
            </button>
          )}
          {cues.length > 0 && gaps.length > 0 && (
            <p>
              Words are missing in {gaps.length === 1 ? 'one place' : `${gaps.length} places`}.{' '}
              <button type="button" onClick={showGaps} className={textButton}>
                {gaps.length === 1 ? 'Show it' : 'Show them'}
              </button>
            </p>
          )}
        </div>
      </div>
      <div
        ref={list}
        // A list that scrolls must be reachable by keyboard.
        {...(ownScroll ? { tabIndex: 0, role: 'region', 'aria-label': 'List of chapters' } : {})}
        className={clsx(ownScroll && 'min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2')}
      >
        {chapters.length === 0 && (
          <div className="grid gap-6 p-5">
            <p className="text-soft">
              There are no chapters yet. A video that was just uploaded may need a few minutes.
            </p>
            <PlainTranscript cues={cues} gaps={gaps} marks={search.marks} edits={edits} clock={clock} />
          </div>
        )}
        <ol className="divide-y divide-line">
          {chapters.map((chapter, n) => (
            <ChapterSection
              key={chapter.id}
              chapter={chapter}
              number={n + 1}
              said={said[n]!}
              allCues={cues}
              gaps={missing[n]!}
              marks={search.marks}
              edits={edits}
              open={open.has(chapter.id)}
              active={chapter.id === activeId}
              onToggle={() => toggle(chapter.id)}
              onSave={(change) =>
                save(({ chapters: now }) => {
                  if (!now.some(({ id }) => id === chapter.id)) throw new Error(chapterGone);
                  return { chapters: now.map((other) => (other.id === chapter.id ? change(other) : other)) };
                })
              }
              clock={clock}
              menuEntries={chapterEntries?.(chapter)}
            />
          ))}
        </ol>
      </div>
      {naming && (
        <Suspense fallback={null}>
          <SpeakersDialog cues={cues} edits={edits} onClose={() => setNaming(false)} />
        </Suspense>
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

function PlainTranscript({
  cues,
  ...rest
}: { cues: ReturnType<typeof webvttCues> } & Pick<
  Parameters<typeof TranscriptText>[0],
  'gaps' | 'marks' | 'edits' | 'clock'
>) {
  const text = useMemo(() => paragraphs(cues), [cues]);
  return <TranscriptText label="Transcript" paragraphs={text} {...rest} />;
}
