import { CallError } from '@lectern/contract/client';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { feedbackLimits, type ContactType, type FeedbackType } from '@lectern/contract/rules/feedback-types';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { call, isAnnounced } from '../../../session/call.ts';
import { useSession } from '../../../session/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField, TextField } from '../../../ui/field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';
import type { MessageDraft } from './feedback-modal.ts';

type FeedbackFormProps<Type extends string> = {
  /** Subjects of a message; the first is the default. */
  types: readonly [Type, ...Type[]];
  draft: MessageDraft<Type>;
  /** Writes a draft, or what is made of the present one. */
  onDraft: (draft: MessageDraft<Type> | ((now: MessageDraft<Type>) => MessageDraft<Type>)) => void;
  onSent?: () => void;
  actions?: ReactNode;
};

/** Writes to the people behind the product. What was typed is lost only by sending it. */
export function FeedbackForm<Type extends FeedbackType | ContactType>({
  types,
  draft,
  onDraft,
  onSent,
  actions,
}: FeedbackFormProps<Type>) {
  const id = useId();
  const signedIn = useSession() !== undefined;
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) =>
      isAnnounced(cause) ? undefined : (cause instanceof CallError && cause.msg) || 'Failed to send feedback.',
    undone: 'Your message was not sent.',
    announced: 5_000,
  });

  /** Empty draft that replaced a sent message, until the user writes again. */
  const emptied = useRef<MessageDraft<Type>>(undefined);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Enter was pressed twice: the message is on its way, and what stands here is for another one.
    if (draft === emptied.current) return;
    if (!draft.subject.trim() || (!signedIn && !draft.email.trim())) return complain('Please fill in all fields.');
    const write = async (): Promise<void> => {
      const { type, subject, message, email } = draft;
      const { msg } = await call(feedbackRoutes.contact, {
        type,
        subject,
        message,
        ...(signedIn ? {} : { email }),
      });
      toast.success(msg || 'Feedback sent successfully!', { duration: 2_500 });
      // Text written since then belongs to another message.
      const empty = { type: types[0], subject: '', message: '', email: '' };
      emptied.current = empty;
      onDraft((now) => (now === draft ? empty : now));
    };
    void send(write, onSent);
  };

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      {complaint}
      <SelectField
        label="Type"
        value={draft.type}
        options={types.map((type) => [type, type])}
        onChange={(event) => onDraft({ ...draft, type: types.find((type) => type === event.target.value) ?? types[0] })}
      />
      <Field
        label="Subject"
        required
        maxLength={feedbackLimits.subject}
        value={draft.subject}
        onChange={(event) => onDraft({ ...draft, subject: event.target.value })}
      />
      <TextField
        label="Message (optional)"
        rows={5}
        maxLength={feedbackLimits.message}
        value={draft.message}
        onChange={(event) => onDraft({ ...draft, message: event.target.value })}
      />
      {!signedIn && (
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          required
          hint="We reply to this address."
          value={draft.email}
          onChange={(event) => onDraft({ ...draft, email: event.target.value })}
        />
      )}
      <FormActions>
        {actions}
        <Button type="submit" form={id} busy={busy}>
          {busy ? 'Sending…' : 'Send Feedback'}
        </Button>
      </FormActions>
    </form>
  );
}
