import type { Cue } from '@lectern/contract/cue';
import { formatDuration, formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, TranscriptGap } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { ChevronDown, EllipsisVertical, Link2, Play } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { type Clock, useClock } from '../../player/clock.ts';
import { SeekLink } from '../../player/seek-link.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { paragraphs } from '../../player/paragraphs.ts';
import { ChangedElsewhere } from './changed-elsewhere.ts';
import { QuoteCard } from './quote-card.tsx';
import { copyMoment } from './share-link.ts';
import { type Marks, TranscriptText } from './transcript-text.tsx';
import type { TranscriptEdits } from './use-transcript-edits.ts';

type ChapterSectionProps = {
  chapter: Chapter;
  number: number;
  /** What is said in it; `first` is the place of its first cue in `allCues`. */
  said: { first: number; cues: readonly Cue[] };
  allCues: readonly Cue[];
  /** Where words are missing in it. */
  gaps: readonly TranscriptGap[];
  marks: Marks;
  edits: TranscriptEdits;
  open: boolean;
  active: boolean;
  onToggle: () => void;
  onSave: (change: (now: Chapter) => Chapter) => Promise<void>;
  clock: Clock;
  /** More `MenuItem`s for this chapter. */
  menuEntries?: ReactNode;
};

/** Saves one text of the chapter, unless it is another by now than the one that was shown; answers how to undo it. */
const saveOf =
  ({ chapter, onSave }: Pick<ChapterSectionProps, 'chapter' | 'onSave'>) =>
  (read: (now: Chapter) => string, write: (now: Chapter, text: string) => Chapter) => {
    const replace = async (seen: string, text: string): Promise<() => Promise<unknown>> => {
      await onSave((now) => {
        if (read(now) !== seen) throw new ChangedElsewhere(read(now));
        return write(now, text);
      });
      return () => replace(text, seen);
    };
    return (text: string) => replace(read(chapter), text);
  };

/** One chapter: its start and title, and folded under them picture, summary, quotes and what is said. */
export function ChapterSection(props: ChapterSectionProps) {
  const { chapter, number, open, active, onToggle, clock, menuEntries } = props;
  const details = `chapter-${chapter.id}`;
  const play = (): void => clock.seek(chapter.start_seconds, true);
  return (
    <li
      data-current-chapter={active || undefined}
      aria-current={active || undefined}
      className={clsx(
        'relative px-5 py-4',
        active && 'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent',
      )}
    >
      <div className="flex items-center gap-0.5">
        <SeekLink
          clock={clock}
          seconds={chapter.start_seconds}
          aria-label={`Play from ${chapter.start}`}
          className="mr-auto inline-flex min-h-6 items-center rounded-sm text-xs font-semibold tracking-wide text-accent tabular-nums hover:underline"
        >
          {chapter.start}
        </SeekLink>
        {active && <Remaining chapter={chapter} clock={clock} />}
        <Menu
          label={`Chapter ${number}`}
          trigger={<IconButton small label={`Actions for chapter ${number}`} icon={<EllipsisVertical aria-hidden />} />}
        >
          <MenuItem icon={<Play aria-hidden />} onSelect={play}>
            Play from here
          </MenuItem>
          <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyMoment(chapter.start_seconds)}>
            Copy link
          </MenuItem>
          {menuEntries}
        </Menu>
        <IconButton
          small
          label={open ? `Collapse chapter ${number}` : `Expand chapter ${number}`}
          aria-expanded={open}
          aria-controls={details}
          icon={<ChevronDown aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />}
          onClick={onToggle}
        />
      </div>
      <EditableText
        as="h3"
        value={chapter.title}
        label={`title of chapter ${number}`}
        className="text-lg leading-snug"
        onSave={saveOf(props)(
          ({ title }) => title,
          (now, title) => ({ ...now, title }),
        )}
      />
      <div id={details} hidden={!open}>
        {open && <Details {...props} />}
      </div>
    </li>
  );
}

function Details(props: ChapterSectionProps) {
  const { chapter, number, said, allCues, gaps, marks, edits, clock } = props;
  const save = saveOf(props);
  const text = useMemo(() => paragraphs(said.cues, said.first), [said]);
  return (
    <div className="grid gap-5 pt-3">
      {chapter.thumbnail && (
        <img
          src={chapter.thumbnail}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          className="aspect-video w-full rounded-md bg-sunken object-cover"
        />
      )}
      <EditableText
        value={chapter.summary}
        label={`summary of chapter ${number}`}
        multiline
        minLength={4}
        className="leading-relaxed"
        onSave={save(
          ({ summary }) => summary,
          (now, summary) => ({ ...now, summary }),
        )}
      />
      {chapter.quote.length > 0 && (
        <ul aria-label={`Quotes of chapter ${number}`} className="grid gap-4">
          {chapter.quote.map((quote, n) => (
            <QuoteCard
              key={`${quote.timecode}-${n}`}
              quote={quote}
              chapter={chapter}
              label={`quote ${n + 1} of chapter ${number}`}
              cues={allCues}
              clock={clock}
              onSave={save(
                (now) => now.quote[n]?.quote ?? '',
                (now, words) => ({
                  ...now,
                  quote: now.quote.map((other, at) => (at === n ? { ...other, quote: words } : other)),
                }),
              )}
            />
          ))}
        </ul>
      )}
      {chapter.search && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">Answer of the last AI search</summary>
          <p className="pt-2 break-words whitespace-pre-wrap">{chapter.search}</p>
        </details>
      )}
      {text.length + gaps.length > 0 && (
        <TranscriptText
          label={`Transcript from ${formatTimecode(chapter.start_seconds)}`}
          paragraphs={text}
          gaps={gaps}
          marks={marks}
          edits={edits}
          clock={clock}
        />
      )}
    </div>
  );
}

/** How much of the chapter is still to come. */
function Remaining({ chapter, clock }: Pick<ChapterSectionProps, 'chapter' | 'clock'>) {
  const left = useClock(clock, (now) => Math.max(0, Math.ceil(chapter.end_seconds - now)));
  return <span className="mr-1 text-xs text-soft tabular-nums">−{formatDuration(left)}</span>;
}
