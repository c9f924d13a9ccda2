import { promptRoutes } from '@lectern/contract/prompts';
import { shortestPrompt } from '@lectern/contract/rules/prompts';
import type { Chapter, VideoAsset } from '@lectern/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { changeVideo } from '../../session/shown-video.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useComplaint } from '../../ui/use-complaint.tsx';

/** Where the last chapter ends for the call (specification section 9). */
const lastEnd = '10:00:00';

type ChapterPromptDialogProps = { video: VideoAsset; chapter: Chapter; onClose: () => void };

/** Chooses the quotes of one chapter anew by a prompt; the ones before can be brought back. */
export default function ChapterPromptDialog({ video, chapter, onClose }: ChapterPromptDialogProps) {
  const [prompt, setPrompt] = useState('');
  const [busy, setBusy] = useState(false);
  const [complaint, complain] = useComplaint();
  const queries = useQueryClient();

  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    complain();
    const selIndex = video.chapters.findIndex(({ id }) => id === chapter.id);
    const end = video.chapters[selIndex + 1]?.start ?? lastEnd;
    try {
      const wish = { passthrough: video.id, start: chapter.start, end, selIndex, newQuotePrompt: prompt.trim() };
      await changeVideo(
        queries,
        video,
        () => call(promptRoutes.updateQuote, wish),
        ({ data }) => data.data,
      );
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
      toast.success('Updated custom search prompt successfully');
      onClose();
    } catch (cause) {
      if (!isAnnounced(cause)) {
        const text = failureText(cause, 'Error to update quote');
        complain(text);
        toast.error(text, { duration: 3_000 });
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Custom prompt"
      description={`Chooses the quotes of “${chapter.title}” anew. Quotes you have edited yourself stay.`}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} disabled={prompt.trim().length <= shortestPrompt} onClick={() => void save()}>
            Choose quotes
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {complaint}
        <TextField
          label="Prompt"
          hint="For example: what was said about pricing."
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
        />
      </div>
    </Dialog>
  );
}
