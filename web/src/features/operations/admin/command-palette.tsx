import { createTextMatcher } from '@lectern/contract/rules/folded-text';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminRoutes, type AdminSearchHit, longestFilter } from '@lectern/contract/operations/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { adminPages, hiddenPages } from './admin-pages.ts';
import { type Item, SearchList } from '../../../ui/search-list.tsx';
import { adminCall } from '../../../session/admin-call.ts';

type Place = Item & { to: string };

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const isFound = createTextMatcher(query);
  const found = useAdminSearch(query);
  const places: Place[] = [
    ...[...adminPages, ...hiddenPages]
      .filter(({ text }) => isFound(text))
      .map(({ to, text }) => ({ id: to, to, label: text, detail: 'Page' })),
    ...found.map(({ kind, id, label, detail, filter }) => ({
      id,
      label,
      detail: `${kind === 'user' ? 'User' : 'Video'} · ${detail}`,
      to: `/admin/${kind === 'user' ? 'users' : 'videos'}?q=${encodeURIComponent(filter)}`,
    })),
  ];
  return (
    <Dialog open onClose={onClose} title="Go to">
      <SearchList
        label="Find a page, a user or a video"
        query={query}
        onQuery={setQuery}
        items={places}
        empty="No page, user or video has that name."
        onChoose={({ to }) => {
          onClose();
          void navigate(to);
        }}
      />
    </Dialog>
  );
}

/** Users and videos that a text finds; none for no text. */
function useAdminSearch(text: string): readonly AdminSearchHit[] {
  const q = text.slice(0, longestFilter);
  const { data } = useQuery({
    queryKey: ['admin', 'find', q],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.find, { q }, { signal })).data,
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return q.trim() === '' ? [] : (data ?? []);
}
