import { glossaryRoutes, type TermSuggestion, type Term } from '@lectern/contract/transcripts/glossary';
import type { Reply } from '@lectern/contract/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';

const glossaryKey = ['glossary'] as const;

/** The member's terms, and the corrections that are offered as rules. */
export const useGlossary = () =>
  useQuery({
    queryKey: glossaryKey,
    queryFn: async ({ signal }) => (await call(glossaryRoutes.glossary, undefined, { signal })).data,
  });

export type TermWording = Pick<Term, 'term' | 'wrong'>;

type Glossary = Reply<typeof glossaryRoutes.glossary>['data'];

/** Each saves a change and shows it. Each throws `CallError`. */
export function useChangeGlossary() {
  const client = useQueryClient();
  const refreshed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      // Also where somebody else was quicker: what they wrote is shown.
      await client.invalidateQueries({ queryKey: glossaryKey });
    }
  };
  return {
    /** A term as it was read last; undefined for one that is gone. */
    present: (id: string): Term | undefined =>
      client.getQueryData<Glossary>(glossaryKey)?.terms.find((term) => term.id === id),
    add: async (words: TermWording): Promise<Term> => (await refreshed(call(glossaryRoutes.addTerm, words))).data,
    change: async ({ id, term, wrong }: Term, words: TermWording): Promise<Term> =>
      (await refreshed(call(glossaryRoutes.changeTerm, { id, ...words, before: { term, wrong } }))).data,
    remove: (id: string, removed: boolean) => refreshed(call(glossaryRoutes.removeTerm, { id, removed })),
    take: async ({ wrong, term }: TermSuggestion): Promise<Term> =>
      (await refreshed(call(glossaryRoutes.takeOffer, { wrong, term }))).data,
    dismiss: ({ wrong, term }: TermSuggestion) => refreshed(call(glossaryRoutes.dismissOffer, { wrong, term })),
  };
}
