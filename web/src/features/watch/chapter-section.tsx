import type { Cue } from '@lectern/contract/cue';
import { formatTimecode, parseTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter } from '@lectern/contract/videos';
import { clsx } from 'clsx';
import { ChevronDown, Link2, Play } from 'lucide-react';
import { type Clock, useClock } from '../../player/clock.ts';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { CueList } from './cue-list.tsx';

type ChapterSectionProps = {
  chapter: Chapter;
  number: number;
  cues: readonly Cue[];
  open: boolean;
  onToggle: () => void;
  onSave: (change: (now: Chapter) => Chapter) => Promise<void>;
  clock: Clock;
};

async function copyLink(seconds: number): Promise<void> {
  const link = new URL(location.href);
  link.search = `?t=${Math.floor(seconds)}`;
  await navigator.clipboard.writeText(String(link));
  toast.success('Link copied.', { duration: 2000 });
}

/** One chapter: its start, title, and folded under it picture, summary, quotes and what is said. */
export function ChapterSection({ chapter, number, cues, open, onToggle, onSave, clock }: ChapterSectionProps) {
  const active = useClock(clock, (now) => now >= chapter.start_seconds && now < chapter.end_seconds);
  const details = `chapter-${chapter.id}`;
  return (
    <li
      className={clsx('border-l-4 px-4 py-4', active ? 'border-accent bg-accent-wash' : 'border-transparent')}
      aria-current={active || undefined}
    >
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-label={`Play from ${chapter.start}`}
          onClick={() => clock.seek(chapter.start_seconds, true)}
          className="min-h-6 rounded px-1 font-semibold text-accent-strong tabular-nums underline-offset-2 hover:underline"
        >
          {chapter.start}
        </button>
        <span className="ml-auto" />
        <IconButton
          small
          label={`Copy link to chapter ${number}`}
          icon={<Link2 aria-hidden />}
          onClick={() => void copyLink(chapter.start_seconds)}
        />
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
        onSave={(title) => onSave((now) => ({ ...now, title }))}
      />
      {open && (
        <div id={details} className="mt-3 grid gap-4">
          {chapter.thumbnail && (
            <img
              src={chapter.thumbnail}
              alt=""
              loading="lazy"
              className="aspect-video w-full rounded-md object-cover"
            />
          )}
          <EditableText
            value={chapter.summary}
            label={`summary of chapter ${number}`}
            multiline
            minLength={4}
            className="text-soft"
            onSave={(summary) => onSave((now) => ({ ...now, summary }))}
          />
          {chapter.quote.length > 0 && (
            <ul aria-label={`Quotes of chapter ${number}`} className="grid gap-3">
              {chapter.quote.map((quote, n) => (
                <li key={`${quote.timecode}-${n}`} className="border-l-2 border-brass pl-3">
                  <EditableText
                    value={quote.quote}
                    label={`quote ${n + 1} of chapter ${number}`}
                    multiline
                    minLength={4}
                    className="font-serif italic"
                    onSave={(text) =>
                      onSave((now) => ({
                        ...now,
                        quote: now.quote.map((other, at) => (at === n ? { ...other, quote: text } : other)),
                      }))
                    }
                  />
                  <button
                    type="button"
                    aria-label={`Play quote at ${quote.timecode}`}
                    onClick={() => clock.seek(parseTimecode(quote.timecode) ?? chapter.start_seconds, true)}
                    className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm text-soft tabular-nums hover:text-ink"
                  >
                    <Play aria-hidden className="size-3.5" /> {quote.timecode}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {cues.length > 0 && (
            <CueList cues={cues} label={`Transcript from ${formatTimecode(chapter.start_seconds)}`} clock={clock} />
          )}
        </div>
      )}
    </li>
  );
}
