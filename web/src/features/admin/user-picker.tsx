import { adminRoutes } from '@lectern/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCall } from '../../session/admin-call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchList } from './search-list.tsx';
import { useFound } from './use-found.ts';

type UserPickerProps = { userId: string | undefined; onPick: (userId: string | undefined) => void };

/** Whose history is shown. People are found by a part of their address: no list could hold them all. */
export function UserPicker({ userId, onPick }: UserPickerProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const { data: user } = useQuery({
    queryKey: ['admin', 'user', userId],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.user, { id: userId! }, { signal })).data,
    enabled: userId !== undefined,
  });
  const users = useFound(query)
    .filter(({ kind }) => kind === 'user')
    .map(({ id, label, detail }) => ({ id, label: detail, detail: label }));
  const pick = (id: string | undefined): void => {
    setOpen(false);
    setQuery('');
    onPick(id);
  };
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">User</span>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="secondary" className="min-h-11" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {userId === undefined ? 'All users' : (user?.email ?? 'Choose a user')}
        </Button>
        {userId !== undefined && (
          <Button look="quiet" className="min-h-11" onClick={() => pick(undefined)}>
            Show all users
          </Button>
        )}
      </div>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Choose a user">
          <SearchList
            label="Part of a name or an email address"
            query={query}
            onQuery={setQuery}
            items={users}
            empty={query.trim() === '' ? 'Type a part of a name or an address.' : 'Nobody is called so.'}
            onChoose={({ id }) => pick(id)}
          />
        </Dialog>
      )}
    </div>
  );
}
