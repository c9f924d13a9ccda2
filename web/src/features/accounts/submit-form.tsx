import type { ReactNode } from 'react';
import { FieldFaults } from '../../ui/field.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Submission } from './use-submit.ts';

type SubmitFormProps = {
  submission: Submission;
  /** Stands where an error would, while there is none. */
  said?: ReactNode;
  children: ReactNode;
};

/** A form with what went wrong: at the field it belongs to, else above all. */
export function SubmitForm({ submission, said, children }: SubmitFormProps) {
  const { error, faults, onSubmit, onInput } = submission;
  return (
    <form ref={leavesFocus} noValidate onSubmit={onSubmit} onInput={onInput} className="grid gap-5">
      {error ? <Notice kind="bad">{error}</Notice> : said}
      <FieldFaults value={faults}>{children}</FieldFaults>
    </form>
  );
}
