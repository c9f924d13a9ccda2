import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { Copy, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { copyText } from '../../../ui/copy-text.ts';
import { EditableText } from '../../../ui/editable-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

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
export function HighlightRow({ highlight, onPlay, onNote, removing, onRemove }: HighlightRowProps) {
  const { id, passthrough, words, note, start, chapter } = highlight;
  const name = nameOf(highlight);
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
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            busy={removing}
            onClick={() => onRemove(highlight)}
          />
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
      <EditableText
        value={note}
        label={`note on ${name}`}
        placeholder="No note"
        multiline
        minLength={0}
        className="text-sm"
        onSave={(next) => onNote(highlight, next)}
      />
    </li>
  );
}
