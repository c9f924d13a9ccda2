import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import { Plan, SubscriptionStatus } from '@lectern/contract/accounts/accounts';
import { hasErrorCode } from '@lectern/contract/client';
import { plans } from '@lectern/contract/rules/plans';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { adminCall } from '../../../session/admin-call.ts';
import { failureText } from '../../../session/call.ts';
import { Dialog, FormButtons } from '../../../ui/dialog.tsx';
import { Field, SelectField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';
import { formatDate, isDay } from './dates.ts';
import { planHint, restHint, useWorkspacesOf, WorkspaceList } from './workspaces-of-user.tsx';
import { Button } from '../../../ui/button.tsx';

type UserDialogProps = { user: AdminUser; defaultPrompt: string; onClose: () => void; onSaved: () => void };

const activeStates = ['active', 'inactive'].map((state) => [state, state] as const);

const fieldsOf = (user: AdminUser) => ({
  firstname: user.firstname,
  lastname: user.lastname,
  plan: user.plan as string,
  subscription_status: user.subscription_status as string,
  is_active: user.is_active ? 'active' : 'inactive',
  membership_end: user.membership_end ? formatDate(user.membership_end) : '',
  openai_prompt: user.openai_prompt ?? '',
  add_token: '0',
});
type Fields = ReturnType<typeof fieldsOf>;

/** The same as the server takes it. */
const asSent = (fields: Fields) => ({
  firstname: fields.firstname.trim(),
  lastname: fields.lastname.trim(),
  plan: Plan.parse(fields.plan),
  subscription_status: SubscriptionStatus.parse(fields.subscription_status),
  is_active: fields.is_active === 'active',
  openai_prompt: fields.openai_prompt.trim() || null,
});

/** 'Edit User Information'. What was typed stays when it could not be saved. */
export function UserDialog({ user, defaultPrompt, onClose, onSaved }: UserDialogProps) {
  /** The account as it was shown last: what is saved takes the place of that. */
  const [known, setKnown] = useState(user);
  const [typed, setTyped] = useState<Partial<Fields>>({});
  /** Saved again, because no answer came, the same tokens are not added twice. */
  const [addition] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => failureText(cause, 'Error to update user'),
    undone: `Your changes to ${user.email} were not saved.`,
  });
  const workspaces = useWorkspacesOf(user._id);
  const hint = planHint(workspaces);
  const shown = fieldsOf(known);
  const fields: Fields = { ...shown, ...typed };
  const changed = (Object.keys(shown) as (keyof Fields)[]).some((name) => fields[name] !== shown[name]);
  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      setTyped({ ...typed, [name]: target.value }),
  });

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!fields.firstname.trim() || !fields.lastname.trim()) return complain('Please fill in all fields.');
    const end = fields.membership_end.trim();
    if (end !== shown.membership_end && !isDay(end))
      return complain('Please enter the end of the membership as yyyy-MM-dd, such as 2026-12-31.');
    const tokens = Number(fields.add_token);
    if (!Number.isSafeInteger(tokens) || tokens < 0)
      return complain('Please enter how many tokens to add, as a whole number.');
    const change = async (): Promise<void> => {
      try {
        const { msg } = await adminCall(adminRoutes.saveUser, {
          id: known._id,
          email: known.email,
          token_balance: known.token_balance,
          ...asSent(fields),
          add_token: tokens,
          add_token_key: `${addition}/${tokens}`,
          ...(end ? { membership_end: end } : {}),
          before: { ...asSent(shown), membership_end: shown.membership_end || null },
        });
        toast.success(msg || 'Data update successfully');
        onSaved();
      } catch (cause) {
        // The refusal says what it reads now, and saving again is said knowing that.
        if (hasErrorCode(cause, 'text_changed')) setKnown((await adminCall(adminRoutes.user, { id: known._id })).data);
        throw cause;
      }
    };
    void send(change, onClose);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={changed && !busy}
      title="Edit User Information"
      wide
      actions={<FormButtons form="user" busy={busy} />}
    >
      <form id="user" noValidate onSubmit={save} className="grid gap-5">
        {complaint}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="First name" {...field('firstname')} />
          <Field label="Last name" {...field('lastname')} />
          <Field label="Email" value={known.email} readOnly disabled />
          <Field label="Token balance" value={known.token_balance.toLocaleString('en-US')} readOnly disabled />
          <Field type="number" min={0} step={1} label="Add tokens" hint={hint} {...field('add_token')} />
          <SelectField
            label="Plan"
            options={Plan.options.map((plan) => [plan, plans[plan].label])}
            hint={hint}
            {...field('plan')}
          />
          <SelectField
            label="Subscription"
            options={SubscriptionStatus.options.map((status) => [status, status])}
            {...field('subscription_status')}
          />
          <Field
            label="Membership end"
            inputMode="numeric"
            autoComplete="off"
            placeholder="yyyy-MM-dd"
            hint="As yyyy-MM-dd. The membership lasts until the end of that day, UTC."
            {...field('membership_end')}
          />
          <SelectField
            label="Status"
            hint={`Deactivating signs the user out everywhere immediately.${restHint(workspaces)}`}
            options={activeStates}
            {...field('is_active')}
          />
        </div>
        <TextField
          label="Custom prompt"
          placeholder={defaultPrompt}
          hint="What a language model is told first for this user; the built-in engine does not read it. Empty: the default prompt."
          {...field('openai_prompt')}
        />
        {workspaces && <WorkspaceList workspaces={workspaces} />}
        <AccountActions user={known} onChanged={onSaved} />
      </form>
    </Dialog>
  );
}

/** Actions of an administrator on an account that take effect at once, apart from the form. */
function AccountActions({ user, onChanged }: { user: AdminUser; onChanged: () => void }) {
  return (
    <>
      <AccountAction
        texts={{
          before: 'Two-factor authentication: on.',
          question:
            'Are you sure? Only do this once you have verified that the request comes from them. They are notified by email.',
          after: 'Two-factor authentication: off.',
        }}
        labels={{ ask: 'Reset two-factor authentication', confirm: 'Yes, reset it' }}
        done={!user.second_factor}
        act={async () => {
          const reply = await adminCall(adminRoutes.resetSecondFactor, { id: user._id });
          onChanged();
          return reply;
        }}
      />
      <AccountAction
        texts={{
          before: 'Sessions: a device that was lost or stolen can be signed out from here.',
          question: 'Are you sure? The user will be signed out on every device and must sign in again.',
          after: 'Sessions: all ended.',
        }}
        labels={{ ask: 'End all sessions', confirm: 'Yes, end them' }}
        act={() => adminCall(adminRoutes.endUserSessions, { id: user._id })}
      />
    </>
  );
}

type AccountActionProps = {
  /** Texts before the action, with the question, and when it is done. */
  texts: { before: string; question: string; after: string };
  labels: { ask: string; confirm: string };
  done?: boolean;
  act: () => Promise<{ msg: string }>;
};

/** Something that is done to an account at once. Asks once more in place, since it stands in a dialog. */
function AccountAction({ texts, labels, done: doneBefore = false, act }: AccountActionProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(doneBefore);
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      toast.success((await act()).msg);
      setDone(true);
    } catch (cause) {
      toast.error(failureText(cause, 'Error to update user'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-48">{done ? texts.after : asked ? texts.question : texts.before}</p>
      {!done && (
        <Button
          look={asked ? 'danger' : 'secondary'}
          size="sm"
          busy={busy}
          onClick={() => (asked ? void confirm() : setAsked(true))}
        >
          {asked ? labels.confirm : labels.ask}
        </Button>
      )}
    </div>
  );
}
