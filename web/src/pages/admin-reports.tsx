import { adminRoutes, type Report } from '@lectern/contract/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Column, AdminTable } from '../features/admin/admin-table.tsx';
import { day } from '../features/admin/dates.ts';
import { LongText } from '../features/admin/long-text.tsx';
import { ReportDialog } from '../features/admin/report-dialog.tsx';
import { listingOf, useTableState } from '../features/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useActs } from '../ui/use-acts.ts';

const name = ['admin', 'reports'] as const;

export default function AdminReports() {
  usePageTitle('Reports');
  const state = useTableState('createdAt');
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useActs();
  const [opened, setOpened] = useState<Report>();
  const reload = () => client.invalidateQueries({ queryKey: name });

  const remove = async (report: Report): Promise<void> => {
    const title = 'Are you sure you want to delete this report?';
    if (!(await ask({ title, detail: report.subject, verb: 'Delete', danger: true }))) return;
    await act(report._id, async () => {
      try {
        toast.success((await adminCall(adminRoutes.deleteReport, { id: report._id })).msg);
      } catch (error) {
        toast.error(failureText(error));
      }
      await reload();
    });
  };

  const columns: readonly Column<Report>[] = [
    { key: 'report_type', title: 'Report Type', sorts: true, cell: ({ report_type }) => report_type },
    { key: 'subject', title: 'Subject', sorts: true, prose: true, cell: ({ subject }) => subject },
    { key: 'message', title: 'Message', cell: ({ message }) => <LongText name="message" text={message} /> },
    {
      key: 'email',
      title: 'Email',
      sorts: true,
      cell: ({ email }) => <span className="whitespace-nowrap">{email}</span>,
    },
    { key: 'response', title: 'Response', cell: ({ response }) => <LongText name="response" text={response} /> },
    {
      key: 'createdAt',
      title: 'Created',
      sorts: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{day(createdAt)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      pinned: true,
      cell: (report) => (
        <span className="flex gap-1">
          <IconButton
            label={`View and edit ${report.subject}`}
            icon={<Pencil aria-hidden />}
            onClick={() => setOpened(report)}
          />
          <IconButton
            label={`Delete ${report.subject}`}
            icon={<Trash2 aria-hidden />}
            busy={isDoing(report._id)}
            onClick={() => void remove(report)}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <h1 className="mb-6 text-3xl">Reports</h1>
      <AdminTable
        label="Reports"
        name={name}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by subject, message or email"
        empty="Nobody has written yet."
        load={(signal) => adminCall(adminRoutes.reports, listingOf(state), { signal })}
      />
      {opened && <ReportDialog report={opened} onClose={() => setOpened(undefined)} onSaved={() => void reload()} />}
      {dialog}
    </>
  );
}
