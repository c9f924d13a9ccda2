import { adminRoutes, type AdminUser } from '@lectern/contract/admin';
import { Plan, SubscriptionStatus } from '@lectern/contract/accounts';
import { plans } from '@lectern/contract/rules/plans';
import type { FormEvent } from 'react';
import { adminCall } from '../../session/admin-call.ts';
import { failureText } from '../../session/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField, TextField } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { toast } from '../../ui/toast.tsx';
import { useComplaint } from '../../ui/use-complaint.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { AccountActions } from './account-actions.tsx';
import { day, isDay } from './dates.ts';

type UserDialogProps = { user: AdminUser; defaultPrompt: string; onClose: () => void; onSaved: () => void };

/** 'Edit User Information'. What was typed stays when it could not be saved. */
export function UserDialog({ user, defaultPrompt, onClose, onSaved }: UserDialogProps) {
  const [complaint, complain] = useComplaint();
  const { busy, send } = useSending({
    complain,
    wordsOf: (cause) => failureText(cause, 'Error to update user'),
    undone: `Your changes to ${user.email} were not saved.`,
  });

  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    if (!text('firstname') || !text('lastname')) return complain('Please fill in all fields.');
    if (text('membership_end') && !isDay(text('membership_end')))
      return complain('Please enter the end of the membership as yyyy-MM-dd, such as 2026-12-31.');
    const change = async (): Promise<void> => {
      const { msg } = await adminCall(adminRoutes.saveUser, {
        id: user._id,
        firstname: text('firstname'),
        lastname: text('lastname'),
        email: user.email,
        token_balance: user.token_balance,
        plan: Plan.parse(text('plan')),
        subscription_status: SubscriptionStatus.parse(text('subscription_status')),
        add_token: Math.max(0, Math.floor(Number(text('add_token')) || 0)),
        is_active: text('is_active') === 'active',
        ...(text('membership_end') ? { membership_end: text('membership_end') } : {}),
        openai_prompt: text('openai_prompt') || null,
      });
      toast.success(msg || 'Data update successfully');
      onSaved();
    };
    void send(change, onClose);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit User Information"
      wide
      actions={<FormButtons form="user" busy={busy} onCancel={onClose} />}
    >
      <form id="user" noValidate onSubmit={save} className="grid gap-5">
        {complaint}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field name="firstname" label="First name" defaultValue={user.firstname} />
          <Field name="lastname" label="Last name" defaultValue={user.lastname} />
          <Field label="Email" value={user.email} readOnly disabled />
          <Field label="Token balance" value={user.token_balance.toLocaleString('en-US')} readOnly disabled />
          <Field name="add_token" type="number" min={0} step={1} label="Add tokens" defaultValue={0} />
          <SelectField name="plan" label="Plan" defaultValue={user.plan}>
            {Plan.options.map((plan) => (
              <option key={plan} value={plan}>
                {plans[plan].label}
              </option>
            ))}
          </SelectField>
          <SelectField name="subscription_status" label="Subscription" defaultValue={user.subscription_status}>
            {SubscriptionStatus.options.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </SelectField>
          <Field
            name="membership_end"
            label="Membership end"
            inputMode="numeric"
            autoComplete="off"
            placeholder="yyyy-MM-dd"
            hint="As yyyy-MM-dd. The membership lasts until the end of that day, UTC."
            defaultValue={user.membership_end ? day(user.membership_end) : ''}
          />
          <SelectField
            name="is_active"
            label="Status"
            defaultValue={user.is_active ? 'active' : 'inactive'}
            hint="Deactivating signs the user out everywhere immediately."
          >
            <option value="active">active</option>
            <option value="inactive">inactive</option>
          </SelectField>
        </div>
        <TextField
          name="openai_prompt"
          label="Custom prompt"
          defaultValue={user.openai_prompt ?? ''}
          placeholder={defaultPrompt}
          hint="What a language model is told first for this user; the built-in engine does not read it. Empty: the default prompt."
        />
        <AccountActions user={user} onChanged={onSaved} />
      </form>
    </Dialog>
  );
}
