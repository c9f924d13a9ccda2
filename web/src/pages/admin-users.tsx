import { adminRoutes, type AdminUser } from '@lectern/contract/admin';
import { plans } from '@lectern/contract/rules/plans';
import { useQueryClient } from '@tanstack/react-query';
import { History, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Column, AdminTable } from '../features/admin/admin-table.tsx';
import { day } from '../features/admin/dates.ts';
import { DefaultPrompt } from '../features/admin/default-prompt.tsx';
import { membershipLabel } from '../features/admin/membership-label.ts';
import { MinutesOf } from '../features/admin/minutes-of.tsx';
import { listingOf, useTableState } from '../features/admin/use-table-state.ts';
import { UserDialog } from '../features/admin/user-dialog.tsx';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useActs } from '../ui/use-acts.ts';

const name = ['admin', 'users'] as const;

export default function AdminUsers() {
  usePageTitle('Users');
  const state = useTableState('created_at');
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useActs();
  const [edited, setEdited] = useState<AdminUser>();
  const [prompt, setPrompt] = useState('');
  const [now] = useState(() => new Date());
  const reload = () => client.invalidateQueries({ queryKey: name });

  const remove = async (user: AdminUser): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to delete this employee?',
      detail: `${user.email} with all videos, files and personal data. Payments are kept without a name.`,
      verb: 'Delete',
      danger: true,
    });
    if (!agreed) return;
    await act(user._id, async () => {
      try {
        const { msg } = await adminCall(adminRoutes.deleteUser, { id: user._id });
        toast.success(msg);
      } catch (error) {
        toast.error(failureText(error, 'Error to delete user'));
      }
      await reload();
    });
  };

  const columns: readonly Column<AdminUser>[] = [
    {
      key: 'username',
      title: 'Username',
      sorts: true,
      cell: (user) => <span className="block max-w-40">{`${user.firstname} ${user.lastname}`}</span>,
    },
    {
      key: 'email',
      title: 'Email',
      sorts: true,
      cell: ({ email }) => <span className="block max-w-48">{email}</span>,
    },
    {
      key: 'plan',
      title: 'Plan',
      sorts: true,
      cell: (user) => (
        <>
          <span className="block whitespace-nowrap">{plans[user.plan].label}</span>
          <span className="block text-soft">{membershipLabel(user, now)}</span>
          {user.minutes && <MinutesOf minutes={user.minutes} plan={user.plan} />}
        </>
      ),
    },
    { key: 'active_videos', title: 'Active Videos', figures: true, cell: ({ active_videos }) => active_videos },
    { key: 'posted_videos', title: 'Posted Videos', figures: true, cell: ({ posted_videos }) => posted_videos },
    {
      key: 'token_balance',
      title: 'Token Balance',
      figures: true,
      cell: ({ token_balance }) => token_balance.toLocaleString('en-US'),
    },
    {
      key: 'status',
      title: 'Status',
      sorts: true,
      cell: ({ is_active }) => (is_active ? 'Active' : <span className="font-medium text-danger">Deactivated</span>),
    },
    {
      key: 'membership_end',
      title: 'Membership Period',
      sorts: true,
      cell: (user) => (
        <span className="tabular-nums">
          <span className="block whitespace-nowrap">{day(user.membership_start)} to</span>
          <span className="block whitespace-nowrap">{day(user.membership_end)}</span>
        </span>
      ),
    },
    {
      key: 'created_at',
      title: 'Created',
      sorts: true,
      cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{day(created_at)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      pinned: true,
      cell: (user) => (
        <span className="flex gap-1">
          <Link
            to={`/admin/token-histories/${user._id}`}
            aria-label={`History of ${user.email}`}
            title="History"
            className="grid size-9 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
          >
            <History aria-hidden className="size-[1.125rem]" />
          </Link>
          <IconButton label={`Edit ${user.email}`} icon={<Pencil aria-hidden />} onClick={() => setEdited(user)} />
          <IconButton
            label={`Delete ${user.email}`}
            icon={<Trash2 aria-hidden />}
            busy={isDoing(user._id)}
            onClick={() => void remove(user)}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <h1 className="text-3xl">Users</h1>
      <p className="mt-1 mb-6 text-soft">List of all users</p>
      <AdminTable
        label="Users"
        name={name}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by name or email"
        empty="There are no users yet."
        load={async (signal) => {
          const answer = await adminCall(adminRoutes.users, listingOf(state), { signal });
          setPrompt(answer.openai_prompt);
          return answer;
        }}
      >
        <DefaultPrompt prompt={prompt} onSaved={() => void reload()} />
      </AdminTable>
      {edited && (
        <UserDialog
          user={edited}
          defaultPrompt={prompt}
          onClose={() => setEdited(undefined)}
          onSaved={() => void reload()}
        />
      )}
      {dialog}
    </>
  );
}
