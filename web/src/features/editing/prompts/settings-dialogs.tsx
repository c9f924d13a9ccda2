import { type PromptSettings, promptRoutes } from '@lectern/contract/editing/prompts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { longestPrompt } from '@lectern/contract/rules/prompts';
import { shortText } from '@lectern/contract/rules/short-text';
import { useEffect, useRef, useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { replaceQueryData } from '../../../session/video-cache.ts';
import { useMember } from '../../../session/stored-session.ts';
import { LoadingPlaceholder, Skeleton } from '../../../ui/page-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';

type Prompt = { text: string; count?: number };

type BasePromptDialogProps = {
  title: string;
  description: string;
  /** With `count`, quotes a chapter are chosen as well. */
  prompt: Prompt;
  /** Resolves with the server's words. */
  onSave: (prompt: Prompt) => Promise<string>;
  failure: string;
  onClose: () => void;
};

const counts = [
  [1, 'One quote'],
  [2, 'Two quotes'],
  [3, 'Three quotes'],
] as const;

/** A prompt to read, and after Edit to change; Cancel leads back to reading. */
function BasePromptDialog({ title, description, prompt, onSave, failure, onClose }: BasePromptDialogProps) {
  const [edited, setEdited] = useState<Prompt>();
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => (isAnnounced(cause) ? undefined : failureText(cause, failure)),
    undone: 'The prompt was not saved.',
  });
  const shown = edited ?? prompt;
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const editing = edited !== undefined;
  const wasEditing = useRef(editing);
  // The button that was pressed is gone: the focus goes to what took its place.
  useEffect(() => {
    if (editing === wasEditing.current) return;
    wasEditing.current = editing;
    (editing ? field : begin).current?.focus();
  }, [editing]);
  const giveUp = (): void => {
    setEdited(undefined);
    complain();
  };

  const save = async (changed: Prompt): Promise<void> => {
    toast.success(await onSave({ ...changed, text: changed.text.trim() }));
    // Unless more was written meanwhile.
    setEdited((now) => (now === changed ? undefined : now));
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={!busy && edited !== undefined && (edited.text !== prompt.text || edited.count !== prompt.count)}
      title={title}
      description={description}
      actions={
        edited ? (
          <>
            <Button look="secondary" onClick={giveUp}>
              Cancel
            </Button>
            <Button
              busy={busy}
              disabled={edited.text.trim().length <= shortText}
              onClick={() => void send(() => save(edited))}
            >
              Save
            </Button>
          </>
        ) : (
          <Button ref={begin} onClick={() => setEdited(prompt)}>
            Edit
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {complaint}
        {edited ? (
          <TextField
            ref={field}
            label="Prompt"
            maxLength={longestPrompt}
            value={edited.text}
            onChange={({ target }) => setEdited({ ...edited, text: target.value })}
          />
        ) : (
          <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-wrap">{prompt.text}</p>
        )}
        {shown.count !== undefined && (
          <SelectField
            label="Quotes per chapter"
            value={shown.count}
            disabled={!edited}
            options={counts}
            onChange={({ target }) => setEdited({ ...shown, count: Number(target.value) })}
          />
        )}
      </div>
    </Dialog>
  );
}

const titles = { quotes: 'Chapter-specific Quotations Base Prompt', search: 'Base search prompt' } as const;

type SettingsDialogProps = { which: keyof typeof titles; onClose: () => void };

export default function SettingsDialog({ which, onClose }: SettingsDialogProps) {
  const { id: userId } = useMember();
  const client = useQueryClient();
  const key = ['prompt-settings', userId];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(promptRoutes.settings, { userId }, { signal }),
  });
  const keep = (changes: Partial<PromptSettings>): Promise<void> =>
    replaceQueryData<PromptSettings>(client, key, (before) => before && { ...before, ...changes });

  if (!data)
    return (
      <Dialog open wide onClose={onClose} title={titles[which]}>
        {error ? (
          <Failure query={{ error, isFetching, refetch }} />
        ) : (
          <LoadingPlaceholder>
            <Skeleton className="h-24" />
          </LoadingPlaceholder>
        )}
      </Dialog>
    );
  return which === 'quotes' ? (
    <BasePromptDialog
      title={titles.quotes}
      description="How the quotes of every chapter are chosen, in all your videos. A language model, where this service has one, follows the prompt; the built-in engine keeps to the number of quotes and prefers passages with the words of the prompt."
      prompt={{ text: data.custom_prompt, count: data.quote_ct }}
      failure="Error to update custom prompt"
      onClose={onClose}
      onSave={async ({ text, count = data.quote_ct }) => {
        const { msg } = await call(promptRoutes.saveQuotePrompt, { userId, customPrompt: text, quoteCt: count });
        await keep({ custom_prompt: text, quote_ct: count });
        return msg;
      }}
    />
  ) : (
    <BasePromptDialog
      title={titles.search}
      description="What an AI search is told before your question. A language model, where this service has one, follows it; the built-in engine only quotes what was said."
      prompt={{ text: data.base_search_prompt }}
      failure="Error updating base search prompt"
      onClose={onClose}
      onSave={async ({ text }) => {
        const { msg } = await call(promptRoutes.saveSearchPrompt, { userId, customPrompt: text });
        await keep({ base_search_prompt: text });
        return msg;
      }}
    />
  );
}
