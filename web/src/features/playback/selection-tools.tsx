import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatTimecode, parseTimecode, quoteTimecode } from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Clock3, Copy, Eraser, Highlighter, Quote, Scissors } from 'lucide-react';
import { type RefObject, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { attempt } from '../../session/call.ts';
import { useCan } from '../../session/stored-session.ts';
import { toast } from '../../ui/toast.tsx';
import { saveUndoableEdit } from '../../ui/undo-history.ts';
import { ignoreSecondClick } from '../../ui/ignore-double-click.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ClipToolContext, Highlighting, useShareLink } from './watch-context.ts';
import { findEnclosingHighlight } from './highlight-marks.ts';
import { type SelectedWords, selectedWords } from './selected-words.ts';
import { useSaveVideo } from './use-save-video.ts';

type SelectionToolsProps = {
  list: RefObject<HTMLElement | null>;
  video: VideoDetail;
  cues: readonly Cue[];
  /** Called on selection, because selected text must not scroll away. */
  onSelect: () => void;
};

const secondsOf = ({ timecode }: { timecode: string }): number => parseTimecode(timecode) ?? 0;

type Shown = SelectedWords & { top: number; left: number };

/** CSS pixels: as wide as the tools at most, and from the words. */
const width = 304;
const distance = 8;

/** Offers actions for selected transcript words, right under them. */
export function SelectionTools({ list, video, cues, onSelect }: SelectionToolsProps) {
  const [shown, setShown] = useState<Shown>();
  const tools = useRef<HTMLDivElement>(null);
  const save = useSaveVideo(video);
  const { addressOf } = useShareLink();
  const cutOut = use(ClipToolContext);
  const { highlights, add, remove } = use(Highlighting);
  const chosen = useRef(onSelect);
  useEffect(() => {
    chosen.current = onSelect;
  });

  useEffect(() => {
    let pressed = false;
    const look = (): void => {
      const holder = list.current;
      if (pressed || !holder || tools.current?.contains(document.activeElement)) return;
      const words = selectedWords(holder, cues);
      if (!words) return setShown(undefined);
      const rects = words.range.getClientRects();
      const last = rects[rects.length - 1];
      if (!last) return;
      const box = holder.getBoundingClientRect();
      const left = Math.min(last.left - box.left, Math.max(8, box.width - width - 8));
      setShown({ ...words, top: last.bottom - box.top + holder.scrollTop + distance, left: Math.max(8, left) });
      chosen.current();
    };
    // While the pointer is down the words still change.
    const onDown = ({ target }: PointerEvent): void => {
      pressed = !(target instanceof Node && tools.current?.contains(target));
    };
    const onUp = (): void => {
      pressed = false;
      requestAnimationFrame(look);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!tools.current) return;
      if (event.key === 'Escape') {
        getSelection()?.collapseToEnd();
        setShown(undefined);
      }
      const inside = tools.current.contains(document.activeElement);
      if (event.key !== 'Tab' || event.shiftKey || inside || !list.current?.contains(document.activeElement)) return;
      event.preventDefault();
      // The last keys may have selected more than was told yet, and once the focus is inside nothing is looked at.
      look();
      tools.current.querySelector('button')?.focus();
    };
    document.addEventListener('selectionchange', look);
    addEventListener('pointerdown', onDown);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('pointerdown', onDown);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
      removeEventListener('keydown', onKeyDown);
    };
  }, [list, cues]);

  const isShown = shown !== undefined;
  useEffect(() => {
    list.current?.toggleAttribute('data-selecting', isShown);
  }, [list, isShown]);

  const can = useCan();
  if (!shown) return null;
  const { text, start, end, first, last } = shown;
  const highlight = findEnclosingHighlight(highlights, shown);
  const done = (): void => {
    list.current?.querySelector<HTMLElement>(`[data-line="${last}"]`)?.focus({ preventScroll: true });
    getSelection()?.removeAllRanges();
    setShown(undefined);
  };
  const chapter = video.chapters.findLast(({ start_seconds }) => start_seconds <= start + 0.05);
  const speakers = new Set(cues.slice(first, last + 1).flatMap(({ speaker }) => speaker ?? []));
  const addQuote = async (): Promise<void> => {
    if (!chapter) return;
    if (speakers.size > 1) return void toast.info('A quote is what one person said. Select words of one speaker.');
    const quote = {
      quote: text,
      start,
      cues: [first, last] as [number, number],
      timecode: formatTimecode(quoteTimecode(start, chapter.start_seconds)),
    };
    const change = (quotes: (now: VideoDetail['chapters'][number]['quote']) => typeof now) =>
      save(({ chapters }) => ({
        chapters: chapters.map((now) => (now.id === chapter.id ? { ...now, quote: quotes(now.quote) } : now)),
      }));
    await attempt(() =>
      saveUndoableEdit(async () => {
        await change((quotes) => [...quotes, quote].toSorted((one, other) => secondsOf(one) - secondsOf(other)));
        return {
          said: `Added to the quotes of “${chapter.title}”.`,
          label: 'new quote',
          takeBack: () => change((quotes) => quotes.filter((other) => other.quote !== text)),
        };
      }),
    );
  };
  const tool = (label: string, icon: ReactNode, act: () => void) => (
    <button
      type="button"
      onClick={() => {
        ignoreSecondClick();
        act();
        done();
      }}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 text-sm font-medium whitespace-nowrap hover:bg-sunken [&_svg]:size-4"
    >
      {icon}
      {label}
    </button>
  );
  return (
    <div
      ref={tools}
      role="toolbar"
      tabIndex={-1}
      aria-label="Selected words"
      // Pressing a button must not end the selection.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute z-10 flex max-w-[19rem] animate-rise flex-wrap rounded-md border border-edge bg-surface p-0.5 shadow-float select-none"
      style={{ top: shown.top, left: shown.left }}
    >
      {tool('Copy', <Copy aria-hidden />, () => void copyText(text, 'Copied.'))}
      {tool(
        'Copy with time and link',
        <Clock3 aria-hidden />,
        () => void copyText(`“${text}” (${formatTimecode(start)})\n${addressOf(start)}`, 'Copied with time and link.'),
      )}
      {cutOut && tool('Clip', <Scissors aria-hidden />, () => cutOut(start, end))}
      {chapter && can('edit') && tool('Quote', <Quote aria-hidden />, () => void addQuote())}
      {highlight
        ? can('mark', highlight.created_by) && tool('Remove highlight', <Eraser aria-hidden />, () => remove(highlight))
        : can('mark') && tool('Highlight', <Highlighter aria-hidden />, () => add(shown))}
    </div>
  );
}
