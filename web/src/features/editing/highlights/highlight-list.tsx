import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import { useRef } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { VideoDrafts } from '../../../session/video-drafts.tsx';
import { saveUndoableEdit } from '../../../ui/undo-history.ts';
import { handOverFocus } from '../../../ui/pass-focus.ts';
import { toast } from '../../../ui/toast.tsx';
import { HighlightRow } from './highlight-row.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { useChangeHighlights } from './use-highlights.ts';

type HighlightListProps = {
  highlights: readonly ListedHighlight[];
  /** Whether the titles of the recordings stand above theirs. */
  titled?: boolean;
  onPlay?: (highlight: ListedHighlight) => void;
};

/** Highlights by recording, to play, note, copy and remove. */
export function HighlightList({ highlights, titled = false, onPlay }: HighlightListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { remove, note } = useChangeHighlights();
  const { act, isDoing } = useSerialActions();
  const take = async (highlight: ListedHighlight): Promise<void> => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-highlight]') ?? [])];
    const at = rows.findIndex((row) => row.dataset.highlight === highlight.id);
    const next = rows[at + 1] ?? rows[at - 1] ?? list.current;
    try {
      await saveUndoableEdit(async () => {
        await remove(highlight.id, true);
        return {
          said: 'Highlight removed.',
          label: 'removed highlight',
          takeBack: () => remove(highlight.id, false),
        };
      });
      handOverFocus(rows[at], next);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
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
            <ul className="grid gap-6">
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
