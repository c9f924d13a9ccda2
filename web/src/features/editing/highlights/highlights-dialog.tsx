import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import { Dialog } from '../../../ui/dialog.tsx';
import { HighlightList, SaveHighlights } from './highlight-list.tsx';

type HighlightsDialogProps = {
  passthrough: string;
  highlights: readonly ListedHighlight[];
  onPlay: (highlight: ListedHighlight) => void;
  onClose: () => void;
};

export default function HighlightsDialog({ passthrough, highlights, onPlay, onClose }: HighlightsDialogProps) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Highlights"
      actions={highlights.length > 0 && <SaveHighlights passthrough={passthrough} />}
    >
      {highlights.length === 0 ? (
        <p className="py-4 text-soft">This recording has no highlights any more.</p>
      ) : (
        <HighlightList highlights={highlights} onPlay={onPlay} />
      )}
    </Dialog>
  );
}
