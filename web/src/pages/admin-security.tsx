import { adminRoutes, type SecurityRecord } from '@lectern/contract/operations/admin';
import { type SecurityEventKind, securityEventKinds, securityEvents } from '@lectern/contract/rules/security-events';
import { EmailText, momentColumn } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { useUrlFilter, buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { SelectField } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly TableColumn<SecurityRecord>[] = [
  momentColumn('When', ({ createdAt }) => createdAt, { key: 'createdAt', folds: 1, sorts: true }),
  { key: 'kind', title: 'What', main: true, room: 10, grows: 1, cell: ({ kind }) => securityEvents[kind] },
  {
    key: 'account',
    title: 'Account',
    room: 10,
    grows: 1,
    folds: 2,
    sorts: true,
    cell: ({ account, whose }) => (
      <>
        <span className="block">{account ? <EmailText email={account} /> : 'No address'}</span>
        <span className="block text-soft">{whose === 'nobody' ? 'no such account' : whose}</span>
      </>
    ),
  },
  { key: 'device', title: 'Device', room: 9, grows: 1, folds: 4, cell: ({ device }) => device },
  {
    key: 'network',
    title: 'Network',
    room: 9,
    folds: 3,
    cell: ({ network }) => network ?? <span className="text-soft">Not kept</span>,
  },
  { key: 'detail', title: 'Detail', room: 12, grows: 2, folds: 5, cell: ({ detail }) => detail },
];

const kinds = [['', 'Everything'], ...securityEventKinds.map((kind) => [kind, securityEvents[kind]] as const)] as const;

const isKind = (text: string | null): text is SecurityEventKind => securityEventKinds.some((kind) => kind === text);

export default function AdminSecurity() {
  usePageTitle('Security log');
  const state = useTableState('createdAt');
  const [chosen, choose] = useUrlFilter('kind');
  const kind = isKind(chosen) ? chosen : undefined;
  return (
    <>
      <h1 className="text-3xl">Security log</h1>
      <p className="mt-1 mb-6 text-soft">
        Sign-ins, refusals and changes to accounts. Kept for 180 days, the network for 30.
      </p>
      <AdminTable
        label="Security log"
        name={['admin', 'security', kind ?? '']}
        columns={columns}
        keyOf={({ id }) => String(id)}
        state={state}
        filter="Filter by address, network or device"
        empty={kind ? 'No entries of this kind.' : 'Nothing has happened yet.'}
        load={(signal) => adminCall(adminRoutes.security, { ...buildListing(state), kind }, { signal })}
      >
        <div className="w-full sm:w-64">
          <SelectField
            label="What"
            value={kind ?? ''}
            options={kinds}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
      </AdminTable>
    </>
  );
}
