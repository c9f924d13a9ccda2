import type { ListedHighlight } from '@lectern/contract/editing/highlights';
import { textLimits } from '@lectern/contract/rules/longest';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useState, type ReactNode } from 'react';
import { attempt } from '../../../session/call.ts';
import { saveUndoableEdit } from '../../../ui/undo-history.ts';
import { toast } from '../../../ui/toast.tsx';
import { useChangeHighlights, useHighlights } from './use-highlights.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Most visits look at the recording. */
const HighlightsDialog = lazyPart(() => import('./highlights-dialog.tsx'));

const none: readonly ListedHighlight[] = [];

/** The highlights of the video on a page that plays it, what changes them, and the dialog that lists them. */
export function usePageHighlights({ id: passthrough }: Pick<VideoDetail, 'id'>, onPlay: (seconds: number) => void) {
  const { data: highlights = none } = useHighlights(passthrough);
  const { add, remove } = useChangeHighlights();
  const [open, setOpen] = useState(false);
  const save = (act: Parameters<typeof saveUndoableEdit>[0]): Promise<void> => attempt(() => saveUndoableEdit(act));
  const dialog: ReactNode = open && (
    <HighlightsDialog
      passthrough={passthrough}
      highlights={highlights}
      onPlay={({ start }) => {
        setOpen(false);
        onPlay(start);
      }}
      onClose={() => setOpen(false)}
    />
  );
  return {
    highlights,
    add: ({ text, first, last, start }: { text: string; first: number; last: number; start: number }): void => {
      if (text.length > textLimits.words)
        return void toast.error('A highlight can have at most 2,000 characters. Please select fewer words.');
      void save(async () => {
        const { id } = await add({ passthrough, first, last, start, words: text });
        return { said: 'Highlighted.', label: 'new highlight', takeBack: () => remove(id, true) };
      });
    },
    remove: ({ id }: ListedHighlight): void =>
      void save(async () => {
        await remove(id, true);
        return { said: 'Highlight removed.', label: 'removed highlight', takeBack: () => remove(id, false) };
      }),
    show: () => setOpen(true),
    dialog,
  };
}
