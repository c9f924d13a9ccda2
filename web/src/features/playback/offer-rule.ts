import { glossaryRoutes, type TermSuggestion } from '@lectern/contract/transcripts/glossary';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';

/** Milliseconds: it asks something. */
const duration = 15_000;

/** Offers what was corrected again as a rule, which leads to what it would change. */
export function suggestTermRule({ wrong, term, times }: TermSuggestion, go: (address: string) => void): void {
  const take = async (): Promise<void> => {
    try {
      const { data } = await call(glossaryRoutes.takeOffer, { wrong, term });
      const look = await call(rewriteRoutes.look, { terms: [data.id] });
      go(`/asset/glossary/${look.data.id}`);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  toast.info(`You changed “${wrong}” to “${term}” in ${times} lines.`, {
    duration,
    action: { label: `Always write ${term}`, onClick: () => void take() },
  });
}
