import { adminRoutes } from '@lectern/contract/operations/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { adminCall } from '../../../session/admin-call.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchList } from '../../../ui/search-list.tsx';

/** Options of the list at a time: of more people, a part of the address finds the one. */
const shown = 50;

const everybody = { id: '', label: 'All users', detail: '' };

/** Chooses the user whose history a page shows, by its address: lists everybody by email and matches a part of an email or name. */
export function UserPicker({ page }: { page: string }) {
  const { employee_id: userId } = useParams();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const { data: user, isError } = useQuery({
    queryKey: ['admin', 'user', userId],
    queryFn: async ({ signal }) => (await adminCall(adminRoutes.user, { id: userId! }, { signal })).data,
    enabled: userId !== undefined,
  });
  const q = query.trim();
  const { data: found, isPlaceholderData } = useQuery({
    queryKey: ['admin', 'users', 'by-email', q],
    queryFn: ({ signal }) =>
      adminCall(adminRoutes.users, { page: 1, limit: shown, sort: 'email', order: 'asc', q }, { signal }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const users = (found?.data ?? []).map(({ _id, email, firstname, lastname }) => ({
    id: _id,
    label: email,
    detail: `${firstname} ${lastname}`,
  }));
  const more = (found?.total ?? 0) - users.length;
  const close = (): void => {
    setOpen(false);
    setQuery('');
  };
  return (
    <div className="grid gap-1.5">
      <span id="user-picker" className="text-sm font-medium">
        User
      </span>
      <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
        <Popover.Trigger asChild>
          <Button look="secondary" className="min-h-11 min-w-56 justify-between" aria-describedby="user-picker">
            {userId === undefined ? everybody.label : (user?.email ?? (isError ? 'Unknown user' : 'Loading…'))}
            <ChevronDown aria-hidden />
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label="Choose a user"
            className="z-40 w-96 max-w-[calc(100vw-1.5rem)] animate-rise rounded-md border border-line bg-surface p-2 shadow-float"
          >
            <SearchList
              label="Part of a name or an email address"
              query={query}
              onQuery={setQuery}
              isAwaited={isPlaceholderData}
              items={q === '' ? [everybody, ...users] : users}
              empty={found ? 'No user has that name.' : 'Looking …'}
              onChoose={({ id }) => {
                close();
                void navigate(id ? `${page}/${id}` : page);
              }}
            />
            {more > 0 && (
              <p className="px-3 pb-1 text-sm text-soft">
                And {more.toLocaleString('en-US')} more: type a part of the address.
              </p>
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
