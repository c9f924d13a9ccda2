import { adminRoutes, type FeedbackReport } from '@lectern/contract/operations/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { EmailText, LongText } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDate, formatDateTime } from '../features/operations/admin/dates.ts';
import {
  useUrlFilter,
  buildListing,
  useRowChange,
  useTableState,
} from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useSerialActions } from '../ui/use-serial-actions.ts';
import { Dialog, FormButtons } from '../ui/dialog.tsx';
import { useFormError, useFormSubmit } from '../ui/use-form-submit.tsx';

const name = ['admin', 'reports'] as const;

const responses = [
  ['', 'All'],
  ['no', 'Open'],
  ['yes', 'Answered'],
] as const;

export default function AdminReports() {
  usePageTitle('Reports');
  const state = useTableState('createdAt');
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();
  const [opened, setOpened] = useState<FeedbackReport>();
  const [chosen, choose] = useUrlFilter('answered');
  const answered = chosen === 'no' || chosen === 'yes' ? chosen : undefined;
  const change = useRowChange(name);
  const reload = () => client.invalidateQueries({ queryKey: name });

  const remove = async (report: FeedbackReport): Promise<void> => {
    const title = 'Are you sure you want to delete this report?';
    if (!(await ask({ title, detail: report.subject, verb: 'Delete', danger: true }))) return;
    await act(report._id, () => change(() => adminCall(adminRoutes.deleteReport, { id: report._id })));
  };

  const columns: readonly TableColumn<FeedbackReport>[] = [
    {
      key: 'report_type',
      title: 'Report Type',
      room: 8,
      grows: 0.5,
      folds: 4,
      sorts: true,
      cell: ({ report_type }) => report_type,
    },
    { key: 'subject', title: 'Subject', main: true, room: 10, grows: 2, sorts: true, cell: ({ subject }) => subject },
    {
      key: 'message',
      title: 'Message',
      room: 12,
      grows: 2,
      folds: 5,
      cell: ({ message }) => <LongText name="message" text={message} />,
    },
    {
      key: 'email',
      title: 'Email',
      room: 9.5,
      grows: 1,
      folds: 2,
      sorts: true,
      cell: ({ email }) => (email ? <EmailText email={email} /> : <span className="text-soft">Deleted account</span>),
    },
    {
      key: 'response',
      title: 'Response',
      room: 10,
      grows: 1,
      folds: 1,
      cell: ({ response }) =>
        response ? (
          <>
            <span className="block">Answered</span>
            <span className="block text-soft">
              <LongText name="response" text={response} />
            </span>
          </>
        ) : (
          <span className="font-medium text-danger">Open</span>
        ),
    },
    {
      key: 'createdAt',
      title: 'Created',
      room: 6.4,
      folds: 3,
      sorts: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDate(createdAt)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      room: 6.25,
      cell: (report) => (
        <span className="flex flex-wrap gap-1">
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
        name={[...name, answered ?? '']}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by subject, message or email"
        empty={answered === undefined ? 'Nobody has written yet.' : 'There is no such report.'}
        load={(signal) => adminCall(adminRoutes.reports, { ...buildListing(state), answered }, { signal })}
      >
        <div className="w-full sm:w-48">
          <SelectField
            label="Response"
            value={answered ?? ''}
            options={responses}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
      </AdminTable>
      {opened && <ReportDialog report={opened} onClose={() => setOpened(undefined)} onSaved={() => void reload()} />}
      {dialog}
    </>
  );
}

type ReportDialogProps = { report: FeedbackReport; onClose: () => void; onSaved: () => void };

/** 'Edit Report Information': only the response can be written; saving it mails it to the reporter. */
function ReportDialog({ report, onClose, onSaved }: ReportDialogProps) {
  const [typed, setTyped] = useState(report.response);
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({ complain, wordsOf: failureText, undone: 'The answer was not sent.' });

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const response = typed.trim();
    if (!response) return complain('Please fill in all fields.');
    const answer = async (): Promise<void> => {
      const { msg } = await adminCall(adminRoutes.answerReport, { id: report._id, response });
      toast.success(msg);
      onSaved();
    };
    void send(answer, onClose);
  };
  const facts = [
    ['Report type', report.report_type],
    ['Subject', report.subject],
    ['Message', report.message || 'None'],
    ['Email', report.email || 'Deleted account'],
    ['Created', formatDateTime(report.createdAt)],
  ] as const;

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={typed.trim() !== report.response && !busy}
      title="Edit Report Information"
      wide
      actions={<FormButtons form="report" busy={busy} />}
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <form id="report" noValidate onSubmit={save} className="grid gap-5 pt-5">
        {complaint}
        <TextField
          label="Response"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={report.email ? `Will be emailed to ${report.email}.` : undefined}
        />
      </form>
    </Dialog>
  );
}
