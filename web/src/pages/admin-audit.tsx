import { adminRoutes, type AuditEntry } from '@lectern/contract/operations/admin';
import { EmailText, LongText, momentColumn } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly TableColumn<AuditEntry>[] = [
  momentColumn('When', ({ createdAt }) => createdAt, { key: 'createdAt', grows: 0.5, sorts: true }),
  {
    key: 'administrator',
    title: 'Who',
    room: 10,
    grows: 1,
    folds: 1,
    cell: ({ administrator }) => <EmailText email={administrator} />,
  },
  { key: 'action', title: 'What', main: true, room: 10, grows: 1, cell: ({ action }) => action },
  {
    key: 'object',
    title: 'On',
    room: 12,
    grows: 1,
    folds: 3,
    cell: ({ object_kind, object_id }) => (
      <>
        {object_kind} <code className="break-all text-soft">{object_id}</code>
      </>
    ),
  },
  {
    key: 'detail',
    title: 'Detail',
    room: 14,
    grows: 3,
    folds: 2,
    cell: ({ detail }) => <LongText name="detail" text={detail} />,
  },
];

export default function AdminAudit() {
  usePageTitle('Audit log');
  const state = useTableState('createdAt');
  return (
    <>
      <h1 className="text-3xl">Audit log</h1>
      <p className="mt-1 mb-6 text-soft">Every change made in the back office. Entries are never altered.</p>
      <AdminTable
        label="Audit log"
        name={['admin', 'audit']}
        columns={columns}
        keyOf={({ id }) => String(id)}
        state={state}
        filter="Filter by action, administrator or id"
        empty="Nothing has been changed yet."
        load={(signal) => adminCall(adminRoutes.audit, buildListing(state), { signal })}
      />
    </>
  );
}
