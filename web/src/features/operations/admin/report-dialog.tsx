import { adminRoutes, type FeedbackReport } from '@lectern/contract/operations/admin';
import { type FormEvent, useState } from 'react';
import { adminCall } from '../../../session/admin-call.ts';
import { failureText } from '../../../session/call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError } from '../../../ui/use-form-error.tsx';
import { useFormSubmit } from '../../../ui/use-submit.ts';
import { formatDateTime } from './dates.ts';

type ReportDialogProps = { report: FeedbackReport; onClose: () => void; onSaved: () => void };

/** 'Edit Report Information': only the response can be written; saving it mails it to the reporter. */
export function ReportDialog({ report, onClose, onSaved }: ReportDialogProps) {
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
