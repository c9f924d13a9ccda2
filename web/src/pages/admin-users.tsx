import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import { adminWorkspaceRoutes, type WorkspaceOfUser } from '@lectern/contract/operations/admin-workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { History, Pencil, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { plans } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';
import { shortText } from '@lectern/contract/rules/short-text';
import { EmailText } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDate } from '../features/operations/admin/dates.ts';
import { buildListing, useRowChange, useTableState } from '../features/operations/admin/use-table-state.ts';
import { deletionHint, HeirFields } from '../features/operations/admin/workspaces-of-user.tsx';
import { UserDialog } from '../features/operations/admin/user-dialog.tsx';
import { adminCall } from '../session/admin-call.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useSerialActions } from '../ui/use-serial-actions.ts';
import { membershipLabel } from '../features/operations/admin/membership-label.ts';
import { failureText } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../ui/use-form-submit.tsx';

const name = ['admin', 'users'] as const;

export default function AdminUsers() {
  usePageTitle('Users');
  const state = useTableState('created_at');
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();
  const [edited, setEdited] = useState<AdminUser>();
  const [prompt, setPrompt] = useState<string>();
  const keepPrompt = useCallback((answer: { openai_prompt: string }) => setPrompt(answer.openai_prompt), []);
  const [now] = useState(() => new Date());
  const load = (signal: AbortSignal) => adminCall(adminRoutes.users, buildListing(state), { signal });
  const change = useRowChange(name);
  const reload = () => client.invalidateQueries({ queryKey: name });

  const remove = async (user: AdminUser): Promise<void> => {
    let workspaces: readonly WorkspaceOfUser[];
    try {
      workspaces = (await adminCall(adminWorkspaceRoutes.ofUser, { id: user._id })).data;
    } catch (error) {
      toast.error(failureText(error, 'Error to delete user'));
      return;
    }
    const heirs = new Map(workspaces.flatMap(({ _id, heirs: [first] }) => (first ? [[_id, first._id]] : [])));
    const agreed = await ask({
      title: 'Are you sure you want to delete this employee?',
      detail: `${user.email} with all videos, files and personal data. Payments are kept without a name.${deletionHint(workspaces)}`,
      ...(heirs.size > 0
        ? { choice: <HeirFields workspaces={workspaces} onChoose={(id, heir) => heirs.set(id, heir)} /> }
        : {}),
      verb: 'Delete',
      danger: true,
    });
    if (!agreed) return;
    const owners = heirs.size > 0 ? { new_owner: [...heirs.values()].join(',') } : {};
    const work = () => adminCall(adminRoutes.deleteUser, { id: user._id, ...owners });
    await act(user._id, () => change(work, 'Error to delete user'));
  };

  const columns: readonly TableColumn<AdminUser>[] = [
    {
      key: 'username',
      title: 'Username',
      room: 6.75,
      grows: 1,
      sorts: true,
      cell: (user) => `${user.firstname} ${user.lastname}`,
    },
    {
      key: 'email',
      title: 'Email',
      room: 9,
      grows: 2,
      folds: 1,
      sorts: true,
      cell: ({ email }) => <EmailText email={email} />,
    },
    {
      key: 'plan',
      title: 'Plan',
      room: 9.1,
      grows: 1,
      folds: 2,
      sorts: true,
      cell: (user) => (
        <>
          <MemberPlan user={user} now={now} />
          {user.minutes && <MemberMinutes minutes={user.minutes} plan={user.plan} />}
        </>
      ),
    },
    {
      key: 'active_videos',
      title: 'Active Videos',
      room: 4.1,
      folds: 7,
      figures: true,
      cell: ({ active_videos }) => active_videos,
    },
    {
      key: 'posted_videos',
      title: 'Posted Videos',
      room: 4.1,
      folds: 8,
      figures: true,
      cell: ({ posted_videos }) => posted_videos,
    },
    {
      key: 'token_balance',
      title: 'Token Balance',
      room: 5.5,
      folds: 5,
      figures: true,
      cell: ({ token_balance }) => token_balance.toLocaleString('en-US'),
    },
    {
      key: 'status',
      title: 'Status',
      room: 6.4,
      folds: 3,
      sorts: true,
      cell: ({ is_active }) => (is_active ? 'Active' : <span className="font-medium text-danger">Deactivated</span>),
    },
    {
      key: 'membership_end',
      title: 'Membership Period',
      room: 7.9,
      folds: 6,
      sorts: true,
      cell: (user) => (
        <span className="tabular-nums">
          <span className="whitespace-nowrap">{formatDate(user.membership_start)}</span> to{' '}
          <span className="whitespace-nowrap">{formatDate(user.membership_end)}</span>
        </span>
      ),
    },
    {
      key: 'created_at',
      title: 'Created',
      room: 6.2,
      folds: 4,
      sorts: true,
      cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{formatDate(created_at)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      room: 8.25,
      cell: (user) => (
        <span className="flex flex-wrap gap-1">
          <Link
            to={`/admin/token-histories/${user._id}`}
            aria-label={`History of ${user.email}`}
            title="History"
            className="grid size-9 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
          >
            <History aria-hidden className="size-[1.125rem]" />
          </Link>
          <IconButton label={`Edit ${user.email}`} icon={<Pencil aria-hidden />} onClick={() => setEdited(user)} />
          <IconButton
            label={`Delete ${user.email}`}
            icon={<Trash2 aria-hidden />}
            busy={isDoing(user._id)}
            onClick={() => void remove(user)}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <h1 className="text-3xl">Users</h1>
      <p className="mt-1 mb-6 text-soft">List of all users</p>
      <AdminTable
        label="Users"
        name={name}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by name or email"
        empty="There are no users yet."
        load={load}
        onAnswer={keepPrompt}
      >
        <DefaultPrompt prompt={prompt} onSaved={() => void reload()} />
      </AdminTable>
      {edited && (
        <UserDialog
          user={edited}
          defaultPrompt={prompt ?? ''}
          onClose={() => setEdited(undefined)}
          onSaved={() => void reload()}
        />
      )}
      {dialog}
    </>
  );
}

const inWords = (minutes: number): string => minutes.toLocaleString('en-US');

type MinutesOfProps = { minutes: NonNullable<AdminUser['minutes']>; plan: AdminUser['plan'] };

/**
 * Minutes the media provider stores and delivers for a member, against the plan's limits. They stand under the plan,
 * because extra columns would hide others.
 */
function MemberMinutes({ minutes, plan }: MinutesOfProps) {
  const { stored, delivered, delivered_last_month } = minutes;
  const { storedMinutes, deliveredMinutes } = plans[plan];
  return (
    <>
      <Share what="Minutes stored" minutes={stored} most={storedMinutes} />
      <Share what="Delivered" minutes={delivered} most={deliveredMinutes} />
      <span className="block text-soft tabular-nums">{`Last month: ${inWords(delivered_last_month)}`}</span>
    </>
  );
}

function Share({ what, minutes, most }: { what: string; minutes: number; most: number }) {
  return (
    <span className={clsx('block tabular-nums', minutes >= most ? 'font-medium text-danger' : 'text-soft')}>
      {`${what}: ${inWords(minutes)} of ${inWords(most)}`}
    </span>
  );
}

/** A plan and its membership: a membership that runs is named by its plan, which is not said twice. */
function MemberPlan({ user, now }: { user: AdminUser; now: Date }) {
  const { label } = plans[user.plan];
  const membership = membershipLabel(user, now);
  if (membership.includes(label)) return <span className="block">{membership}</span>;
  return (
    <>
      <span className="block">{label}</span>
      <span className="block text-soft">{membership}</span>
    </>
  );
}

type Props = { prompt: string; onSaved: () => void };
type DefaultPromptProps = Omit<Props, 'prompt'> & { /** Undefined: not known yet. */ prompt: string | undefined };

/** The prompt of everybody who has none of their own. */
function DefaultPrompt({ prompt, onSaved }: DefaultPromptProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" className="min-h-11" disabled={prompt === undefined} onClick={() => setOpen(true)}>
        Default prompt
      </Button>
      {open && prompt !== undefined && (
        <DefaultPromptDialog prompt={prompt} onSaved={onSaved} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function DefaultPromptDialog({ prompt, onSaved, onClose }: Props & { onClose: () => void }) {
  const [typed, setTyped] = useState(prompt);
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({ complain, wordsOf: failureText, undone: 'The default prompt was not saved.' });
  const save = async (): Promise<void> => {
    const { msg } = await adminCall(adminRoutes.savePrompt, { openai_prompt: typed });
    toast.success(msg);
    onSaved();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      dirty={typed !== prompt && !busy}
      title="Default prompt"
      description="What a language model is told first, for every user without a prompt of their own. The built-in engine does not read it."
      actions={
        <>
          <DialogCancel />
          <Button busy={busy} disabled={typed.trim().length <= shortText} onClick={() => void send(save, onClose)}>
            Save
          </Button>
        </>
      }
    >
      {complaint}
      <TextField label="Prompt" value={typed} onChange={({ target }) => setTyped(target.value)} />
    </Dialog>
  );
}
