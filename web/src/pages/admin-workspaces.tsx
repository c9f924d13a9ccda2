import { type AdminWorkspace, adminWorkspaceRoutes } from '@lectern/contract/operations/admin-workspaces';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDate } from '../features/operations/admin/dates.ts';
import { membershipLabel } from '../features/operations/admin/membership-label.ts';
import { EmailText } from '../features/operations/admin/text-cells.tsx';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { NotLoaded } from '../session/not-loaded.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const states = { active: 'Active', resting: 'No active owner', deleting: 'Being deleted' } as const;

export default function AdminWorkspaces() {
  usePageTitle('Workspaces');
  const state = useTableState('created_at');
  const [opened, setOpened] = useState<AdminWorkspace>();
  const [now] = useState(() => new Date());
  const columns: readonly TableColumn<AdminWorkspace>[] = [
    {
      key: 'name',
      title: 'Name',
      main: true,
      room: 10,
      grows: 2,
      sorts: true,
      cell: ({ name, personal_of }) => (
        <>
          <span className="block">{name}</span>
          {personal_of !== null && (
            <span className="block text-soft">
              <EmailText email={personal_of} />
            </span>
          )}
        </>
      ),
    },
    { key: 'people', title: 'People', room: 5, folds: 3, figures: true, sorts: true, cell: ({ people }) => people },
    {
      key: 'plan',
      title: 'Plan',
      room: 9.1,
      grows: 1,
      folds: 1,
      sorts: true,
      cell: (workspace) => membershipLabel(workspace, now),
    },
    {
      key: 'recordings',
      title: 'Recordings',
      room: 6.5,
      folds: 4,
      figures: true,
      sorts: true,
      cell: ({ recordings }) => recordings,
    },
    {
      key: 'token_balance',
      title: 'Token Balance',
      room: 5.5,
      folds: 5,
      figures: true,
      cell: ({ token_balance }) => token_balance.toLocaleString('en-US'),
    },
    {
      key: 'state',
      title: 'Status',
      room: 6.4,
      folds: 2,
      cell: ({ state: how }) =>
        how === 'active' ? states[how] : <span className="font-medium text-danger">{states[how]}</span>,
    },
    {
      key: 'membership_end',
      title: 'Membership end',
      room: 7.9,
      folds: 6,
      sorts: true,
      cell: ({ membership_end }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDate(membership_end)}</span>
      ),
    },
    {
      key: 'created_at',
      title: 'Created',
      room: 6.4,
      folds: 7,
      sorts: true,
      cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{formatDate(created_at)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      room: 5,
      cell: (workspace) => (
        <IconButton
          label={`People of ${workspace.name}`}
          icon={<Users aria-hidden />}
          onClick={() => setOpened(workspace)}
        />
      ),
    },
  ];
  return (
    <>
      <h1 className="text-3xl">Workspaces</h1>
      <p className="mt-1 mb-6 text-soft">Who owns recordings, plan and tokens, with the people in it.</p>
      <AdminTable
        label="Workspaces"
        name={['admin', 'workspaces']}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by name, person or email"
        empty="There are no workspaces yet."
        load={(signal) => adminCall(adminWorkspaceRoutes.workspaces, buildListing(state), { signal })}
      />
      {opened && <PeopleDialog workspace={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function PeopleDialog({ workspace: { _id: id, name }, onClose }: { workspace: AdminWorkspace; onClose: () => void }) {
  const asked = useQuery({
    queryKey: ['admin', 'workspace-people', id],
    queryFn: async ({ signal }) => (await adminCall(adminWorkspaceRoutes.people, { id }, { signal })).data,
  });
  return (
    <Dialog open onClose={onClose} title={name} description="The people of this workspace.">
      {asked.data ? (
        <ul className="grid divide-y divide-line border-y border-line">
          {asked.data.map(({ _id, firstname, lastname, email, role, is_active }) => (
            <li key={_id} className="py-2.5 text-sm">
              <p className="font-medium">{`${firstname} ${lastname}`}</p>
              <p className="flex flex-wrap gap-x-3 text-soft">
                <span>{role}</span>
                <Link to={`/admin/users?q=${encodeURIComponent(email)}`} className="prose-link">
                  <EmailText email={email} />
                </Link>
                {!is_active && <span className="font-medium text-danger">Deactivated</span>}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded query={asked} />
      )}
    </Dialog>
  );
}
