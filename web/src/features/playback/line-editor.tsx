import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { useRef } from 'react';
import { useFocusOnceDrawn } from '../../ui/focus-place.ts';
import { type SaveText, useTextEditing } from '../../ui/use-text-editing.tsx';

type LineEditorProps = {
  cue: Cue;
  onSave: SaveText;
  /** Saved or given up; `refocus` when the person is still there. */
  onDone: (refocus: boolean) => void;
};

/** A line of the transcript while it is rewritten; it stays until what was written is saved. */
export default function LineEditor({ cue, onSave, onDone }: LineEditorProps) {
  const place = useRef<HTMLSpanElement>(null);
  const returns = useRef(false);
  const focusOnceDrawn = useFocusOnceDrawn();
  const { editor, saving } = useTextEditing({
    value: cue.text,
    label: `line at ${formatTimecode(cue.start)}`,
    onSave,
    open: true,
    className: 'my-1',
    onClose: (refocus) => {
      returns.current = refocus;
      if (refocus) focusOnceDrawn(() => place.current);
    },
    onDone: (how) => {
      const held = document.activeElement;
      // Saving takes a while: who has gone elsewhere meanwhile stays there.
      onDone(returns.current && (how === 'given up' || held === document.body || held === place.current));
    },
  });
  return (
    editor || (
      <span ref={place} tabIndex={-1} className="opacity-70">
        {saving ?? cue.text}
      </span>
    )
  );
}
