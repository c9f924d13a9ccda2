import { type ListedHighlight, type HighlightFileFormat, highlightRoutes } from '@lectern/contract/editing/highlights';
import { useRef, type MouseEvent } from 'react';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { Copy, Trash2, Download } from 'lucide-react';
import { Link } from 'react-router';
import { call, attempt } from '../../../session/call.ts';
import { useCan } from '../../../session/stored-session.ts';
import { VideoDrafts } from '../../../session/video-drafts.tsx';
import { saveUndoableEdit } from '../../../ui/undo-history.ts';
import { handOverFocus } from '../../../ui/focus-place.ts';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { useChangeHighlights } from './use-highlights.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { EditingAllowed } from '../../../ui/drafts.ts';
import { EditableText } from '../../../ui/editable-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { saveTextFile } from '../../../ui/save-file.ts';

type HighlightListProps = {
  highlights: readonly ListedHighlight[];
  /** Whether the titles of the recordings stand above theirs. */
  titled?: boolean;
  onPlay?: (highlight: ListedHighlight) => void;
};

export function HighlightList({ highlights, titled = false, onPlay }: HighlightListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { remove, note } = useChangeHighlights();
  const { act, isDoing } = useSerialActions();
  const take = async (highlight: ListedHighlight): Promise<void> => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-highlight]') ?? [])];
    const at = rows.findIndex((row) => row.dataset.highlight === highlight.id);
    const next = rows[at + 1] ?? rows[at - 1] ?? list.current;
    await attempt(async () => {
      await saveUndoableEdit(async () => {
        await remove(highlight.id, true);
        return {
          said: 'Highlight removed.',
          label: 'removed highlight',
          takeBack: () => remove(highlight.id, false),
        };
      });
      handOverFocus(rows[at], next);
    });
  };
  return (
    <div ref={list} tabIndex={-1} className="grid gap-9 focus:outline-none">
      {[...Map.groupBy(highlights, ({ passthrough }) => passthrough)].map(([passthrough, own]) => (
        <VideoDrafts key={passthrough} of={passthrough}>
          <section className="grid gap-4" {...(titled ? { 'aria-labelledby': `video-${passthrough}` } : {})}>
            {titled && (
              <h2 id={`video-${passthrough}`} className="text-xl">
                {own[0]!.title}
              </h2>
            )}
            <ul className="grid grid-cols-1 gap-6">
              {own.map((highlight) => (
                <HighlightRow
                  key={highlight.id}
                  highlight={highlight}
                  onPlay={onPlay}
                  onNote={note}
                  removing={isDoing(highlight.id)}
                  onRemove={(each) => void act(each.id, () => take(each))}
                />
              ))}
            </ul>
          </section>
        </VideoDrafts>
      ))}
    </div>
  );
}

/** Characters of the words by which a highlight is called. */
const shortest = 40;

const nameOf = ({ words }: ListedHighlight): string =>
  `“${words.length <= shortest ? words : `${words.slice(0, shortest).trimEnd()}…`}”`;

type HighlightRowProps = {
  highlight: ListedHighlight;
  /** Plays it on this page, instead of the way to the page of its recording. */
  onPlay: ((highlight: ListedHighlight) => void) | undefined;
  onNote: (highlight: ListedHighlight, note: string) => Promise<void>;
  removing: boolean;
  onRemove: (highlight: ListedHighlight) => void;
};

/** A highlight: its words, where they are said, and what was noted about them. */
function HighlightRow({ highlight, onPlay, onNote, removing, onRemove }: HighlightRowProps) {
  const { id, passthrough, words, note, start, chapter } = highlight;
  const name = nameOf(highlight);
  const mayChange = useCan()('mark', highlight.created_by);
  const play = (event: MouseEvent): void => {
    if (!onPlay || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPlay(highlight);
  };
  return (
    <li
      data-highlight={id}
      tabIndex={-1}
      className="grid gap-1.5 border-s-2 border-brass ps-4 [contain-intrinsic-height:auto_6rem] [content-visibility:auto] focus-within:[content-visibility:visible]"
    >
      <div className="flex items-start justify-between gap-2">
        <blockquote className="min-w-0 font-serif text-lg leading-snug">{words}</blockquote>
        <div className="-mt-1.5 -me-2 flex shrink-0">
          <IconButton
            label={`Copy ${name}`}
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(words, 'Copied.')}
          />
          {mayChange && (
            <IconButton
              label={`Remove ${name}`}
              icon={<Trash2 aria-hidden />}
              busy={removing}
              onClick={() => onRemove(highlight)}
            />
          )}
        </div>
      </div>
      <p className="text-sm text-soft">
        <Link
          to={`/asset/${passthrough}${buildStartTimeQuery(start)}&in=transcript`}
          onClick={play}
          className="prose-link inline-flex min-h-6 items-center tabular-nums"
        >
          <span className="sr-only">Play from </span>
          {formatDuration(start)}
        </Link>
        {chapter !== null && ` · ${chapter}`}
      </p>
      <EditingAllowed value={mayChange}>
        <EditableText
          value={note}
          label={`note on ${name}`}
          placeholder="No note"
          multiline
          minLength={0}
          className="text-sm"
          onSave={(next) => onNote(highlight, next)}
        />
      </EditingAllowed>
    </li>
  );
}

const formats: readonly { format: HighlightFileFormat; label: string; type: string }[] = [
  { format: 'csv', label: 'Table (CSV)', type: 'text/csv' },
  { format: 'md', label: 'Markdown', type: 'text/markdown' },
  { format: 'txt', label: 'Text', type: 'text/plain' },
];

/** A menu of the files in which the highlights of a video, or all, can be had. */
export function SaveHighlights({ passthrough }: { passthrough?: string | undefined }) {
  const save = (format: HighlightFileFormat, type: string): Promise<void> =>
    attempt(async () => {
      const of = passthrough === undefined ? {} : { passthrough };
      const { name, text } = await call(highlightRoutes.file, { format, ...of });
      saveTextFile(name, text, type);
    });
  return (
    <Menu
      label="Download highlights"
      trigger={
        <Button look="secondary" size="sm">
          <Download aria-hidden />
          Download
        </Button>
      }
    >
      {formats.map(({ format, label, type }) => (
        <MenuItem key={format} onSelect={() => void save(format, type)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
