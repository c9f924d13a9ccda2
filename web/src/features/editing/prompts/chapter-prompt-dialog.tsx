import { longestPrompt } from '@lectern/contract/rules/prompts';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { shortText } from '@lectern/contract/rules/short-text';
import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { changeVideo } from '../../../session/video-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';

/** Where the last chapter ends for the call (specification section 9). */
const lastEnd = '10:00:00';

type ChapterPromptDialogProps = { video: VideoDetail; chapter: Chapter; onClose: () => void };

/** Chooses new quotes for one chapter by a prompt; the ones before can be brought back. */
export default function ChapterPromptDialog({ video, chapter, onClose }: ChapterPromptDialogProps) {
  const [prompt, setPrompt] = useState('');
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => (isAnnounced(cause) ? undefined : failureText(cause, 'Error to update quote')),
    undone: `The quotes of “${chapter.title}” were not replaced.`,
    announced: 3_000,
  });
  const queries = useQueryClient();

  const save = async (): Promise<void> => {
    const selIndex = video.chapters.findIndex(({ id }) => id === chapter.id);
    const end = video.chapters[selIndex + 1]?.start ?? lastEnd;
    const wish = { passthrough: video.id, start: chapter.start, end, selIndex, newQuotePrompt: prompt.trim() };
    await changeVideo(
      queries,
      video,
      () => call(promptRoutes.updateQuote, wish),
      ({ data }) => data.data,
    );
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
    toast.success('Updated custom search prompt successfully');
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={prompt.trim() !== '' && !busy}
      title="Custom prompt"
      description={`Chooses new quotes for “${chapter.title}”. Quotes you have edited yourself are kept.`}
      actions={
        <>
          <DialogCancel />
          <Button busy={busy} disabled={prompt.trim().length <= shortText} onClick={() => void send(save, onClose)}>
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
          maxLength={longestPrompt}
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
        />
      </div>
    </Dialog>
  );
}
