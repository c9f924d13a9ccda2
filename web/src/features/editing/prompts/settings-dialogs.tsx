import { type PromptSettings, promptRoutes } from '@lectern/contract/editing/prompts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, whyMissing } from '../../../session/call.ts';
import { replaceQueryData } from '../../../session/replace-query-data.ts';
import { useMember } from '../../../session/stored-session.ts';
import { LoadingPlaceholder } from '../../../ui/loading-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BasePromptDialog } from './base-prompt-dialog.tsx';

const titles = { quotes: 'Chapter-specific Quotations Base Prompt', search: 'Base search prompt' } as const;

type SettingsDialogProps = { which: keyof typeof titles; onClose: () => void };

/** The member's prompt for quotes, or for searches. */
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
          <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
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
