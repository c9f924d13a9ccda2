import { adminRoutes, type Report } from '@lectern/contract/admin';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { adminCall } from '../../session/admin-call.ts';
import { failureText } from '../../session/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { toast } from '../../ui/toast.tsx';
import { useComplaint } from '../../ui/use-complaint.tsx';
import { moment } from './dates.ts';

type ReportDialogProps = { report: Report; onClose: () => void; onSaved: () => void };

/** 'Edit Report Information': only the response can be written; saving it mails it to the reporter. */
export function ReportDialog({ report, onClose, onSaved }: ReportDialogProps) {
  const [busy, setBusy] = useState(false);
  const [complaint, complain] = useComplaint();

  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const response = String(new FormData(event.currentTarget).get('response') ?? '').trim();
    if (!response) return complain('Please fill in all fields.');
    setBusy(true);
    complain();
    try {
      const { msg } = await adminCall(adminRoutes.answerReport, { id: report._id, response });
      toast.success(msg);
      onSaved();
      onClose();
    } catch (cause) {
      complain(failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    ['Report type', report.report_type],
    ['Subject', report.subject],
    ['Message', report.message || 'None'],
    ['Email', report.email || 'Deleted account'],
    ['Created', moment(report.createdAt)],
  ] as const;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Report Information"
      wide
      actions={<FormButtons form="report" busy={busy} onCancel={onClose} />}
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="break-words whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <form id="report" noValidate onSubmit={(event) => void save(event)} className="grid gap-5 pt-5">
        {complaint}
        <TextField
          name="response"
          label="Response"
          defaultValue={report.response}
          hint={report.email ? `Is mailed to ${report.email}.` : undefined}
        />
      </form>
    </Dialog>
  );
}
