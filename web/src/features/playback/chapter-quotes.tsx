import type { Cue } from '@lectern/contract/transcripts/cue';
import { isPublicQuote } from '@lectern/contract/rules/quotes';
import type { Chapter, Quote } from '@lectern/contract/videos/videos';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { Copy, ImageDown, Link2, Play, Scissors } from 'lucide-react';
import { use, useRef } from 'react';
import { quoteTimes } from '@lectern/contract/rules/quote-times';
import { shortText } from '@lectern/contract/rules/short-text';
import { type PlayerClock, useClock } from '../../player/clock.ts';
import { type SaveChapter, createChapterTextSaver } from './use-save-video.ts';
import { AsSpoken } from '../../player/as-spoken.tsx';
import { SeekLink } from '../../player/seek-link.tsx';
import { attempt } from '../../session/call.ts';
import { useInsiders } from '../../session/workspaces.ts';
import { asSentence } from '../../ui/as-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { EditingAllowed } from '../../ui/drafts.ts';
import { EditableText } from '../../ui/editable-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { saveUndoableEdit } from '../../ui/undo-history.ts';
import type { SaveText } from '../../ui/use-text-editing.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ClipToolContext, PickQuote, useShareLink } from './watch-context.ts';

type ChapterQuotesProps = {
  chapter: Chapter;
  number: number;
  cues: readonly Cue[];
  clock: PlayerClock;
  onSave: SaveChapter;
};

/** A quote for the owner alone, once they show it to strangers. */
const kept = (quote: Quote): Quote =>
  quote.key ? { ...quote, key: false } : { ...quote, edited: true, imported: false };

export function ChapterQuotes({ chapter, number, cues, clock, onSave }: ChapterQuotesProps) {
  const save = createChapterTextSaver(chapter, onSave);
  const all = chapter.quote.map((quote, n) => ({ quote, n }));
  const chosen = all.filter(({ quote }) => !quote.key);
  // A key sentence stands in for a quote.
  const shown = chosen.length > 0 ? chosen : all;
  const change = (quote: Quote, to: (now: Quote) => Quote): Promise<void> =>
    onSave((now) => ({
      ...now,
      quote: now.quote.map((other) =>
        other.quote === quote.quote && other.timecode === quote.timecode ? to(other) : other,
      ),
    }));
  const show = async (quote: Quote): Promise<void> => {
    if (!quote.key) return change(quote, kept);
    await saveUndoableEdit(async () => {
      await change(quote, kept);
      const takeBack = (): Promise<void> => change(quote, (now) => ({ ...now, key: true }));
      return { said: 'Visitors can see this quote now.', label: 'kept quote', takeBack };
    });
  };
  return (
    <ul aria-label={`Quotes of chapter ${number}`} className="grid gap-4">
      {shown.map(({ quote, n }, at) => (
        <QuoteCard
          key={`${quote.timecode}-${n}`}
          quote={quote}
          chapter={chapter}
          publicPlace={isPublicQuote(quote) ? chapter.quote.slice(0, n).filter(isPublicQuote).length : undefined}
          label={`quote ${at + 1} of chapter ${number}`}
          cues={cues}
          clock={clock}
          onShow={() => show(quote)}
          onSave={save(
            (now) => now.quote[n]?.quote ?? '',
            (now, words) => ({
              ...now,
              quote: now.quote.map((other, at) =>
                at === n ? { ...(isPublicQuote(other) ? other : kept(other)), quote: words, spoken: undefined } : other,
              ),
            }),
          )}
        />
      ))}
    </ul>
  );
}

type QuoteListProps = {
  chapters: readonly Chapter[];
  cues: readonly Cue[];
  onSave: (id: string, change: (now: Chapter) => Chapter) => Promise<void>;
  clock: PlayerClock;
};

export function QuoteList({ chapters, cues, onSave, clock }: QuoteListProps) {
  const quoted = chapters.map((chapter, n) => ({ chapter, n })).filter(({ chapter }) => chapter.quote.length > 0);
  if (quoted.length === 0)
    return <p className="p-5 text-soft">There are no quotes yet. They come with the chapters.</p>;
  return (
    <div className="grid gap-7 px-5 py-4">
      {quoted.map(({ chapter, n }) => (
        <section key={chapter.id} className="grid gap-3">
          <h3 className="font-sans text-sm font-semibold tracking-normal text-soft">
            {n + 1}. {chapter.title}
          </h3>
          <ChapterQuotes
            chapter={chapter}
            number={n + 1}
            cues={cues}
            clock={clock}
            onSave={(change) => onSave(chapter.id, change)}
          />
        </section>
      ))}
    </div>
  );
}

type QuoteCardProps = {
  quote: Quote;
  chapter: Chapter;
  /** Its place among those of the chapter that strangers are shown, from 0; undefined where it is none of them. */
  publicPlace: number | undefined;
  /** Names the quote, in lower case: 'quote 2 of chapter 1'. */
  label: string;
  cues: readonly Cue[];
  clock: PlayerClock;
  onSave: SaveText;
  /** Shows it to strangers too. */
  onShow: () => Promise<void>;
};

/** Words worth repeating. Played from two seconds before they begin, and marked while they are said. */
function QuoteCard({ quote, chapter, publicPlace, label, cues, clock, onSave, onShow }: QuoteCardProps) {
  const { copyMoment, pictureOf } = useShareLink();
  const cutOut = use(ClipToolContext);
  const { from, to } = quoteTimes(quote, chapter, cues);
  const pick = use(PickQuote);
  const mayEdit = use(EditingAllowed);
  const insiders = useInsiders();
  const { act, isDoing } = useSerialActions();
  const card = useRef<HTMLLIElement>(null);
  const show = (): Promise<void> =>
    attempt(async () => {
      await onShow();
      // Its button is gone.
      card.current?.focus({ preventScroll: true });
    });
  const playing = useClock(clock, (now) => now > 0 && now >= from && now < to);
  return (
    <li
      ref={card}
      tabIndex={-1}
      data-quote={from}
      aria-current={playing || undefined}
      className={clsx(
        'border-l-2 py-1 pr-1 pl-3.5 transition-colors',
        playing ? 'rounded-r-md border-brass bg-mark/35' : 'border-line',
      )}
    >
      <Toolbar label={asSentence(label)}>
        <EditableText
          value={quote.quote}
          label={label}
          multiline
          minLength={shortText + 1}
          className={clsx('font-serif text-[1.0625rem] leading-relaxed', !quote.key && 'italic')}
          onSave={onSave}
        />
        <AsSpoken quote={quote} />
        <div className="flex flex-wrap items-center gap-1 text-xs text-soft">
          <SeekLink
            clock={clock}
            seconds={from}
            aria-label={`Play ${label}, from ${formatTimecode(from)}`}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm pr-1 tabular-nums hover:text-ink"
          >
            <Play aria-hidden className="size-3 fill-current" />
            {formatTimecode(from)}
          </SeekLink>
          <IconButton
            small
            label={`Copy link to ${label}`}
            icon={<Link2 aria-hidden />}
            onClick={() => void copyMoment(from)}
          />
          <IconButton
            small
            label={`Copy ${label}`}
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(`“${quote.quote}”`, 'Copied.')}
          />
          {cutOut && (
            <IconButton
              small
              label={`Clip ${label}`}
              icon={<Scissors aria-hidden />}
              onClick={() => cutOut(quote.start ?? from, to)}
            />
          )}
          {pictureOf &&
            publicPlace !== undefined &&
            (['wide', 'square'] as const).map((format) => (
              <a
                key={format}
                href={pictureOf(chapter.id, publicPlace, format)}
                download
                aria-label={`Download ${label} as a ${format} picture`}
                className="inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-medium hover:bg-sunken hover:text-ink"
              >
                <ImageDown aria-hidden className="size-3.5" />
                {format === 'wide' ? 'Wide' : 'Square'}
              </a>
            ))}
        </div>
        {publicPlace === undefined && (
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
            {quote.key
              ? `No strong quote found here: only ${insiders} see this sentence.`
              : `Only ${insiders} see this: nothing proves that it was said.`}
            {mayEdit && (
              <Button
                look="quiet"
                size="sm"
                aria-label={`${quote.key ? 'Keep this one' : 'Show to visitors'}: ${label}`}
                busy={isDoing('show')}
                onClick={() => void act('show', show)}
              >
                {quote.key ? 'Keep this one' : 'Show to visitors'}
              </Button>
            )}
            {mayEdit && quote.key && quote.cues && (
              <Button look="quiet" size="sm" aria-label={`Pick one: ${label}`} onClick={() => pick(quote.cues![0])}>
                Pick one
              </Button>
            )}
          </p>
        )}
      </Toolbar>
    </li>
  );
}
