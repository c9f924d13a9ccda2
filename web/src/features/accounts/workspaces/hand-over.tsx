import { type WorkspaceState, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attempt, call } from '../../../session/call.ts';
import { usePeople, workspaceKey } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { dateInWords } from '../../../ui/date-in-words.ts';
import { SelectField } from '../../../ui/field.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';
import { useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useProof } from './proof-fields.tsx';

type Colleague = { id: string; firstname: string; lastname: string };

/** Offers the workspace to somebody in it: two people say yes. */
export function HandOverCard({ workspace: { handover } }: { workspace: WorkspaceState }) {
  const { data } = usePeople();
  const [open, setOpen] = useState(false);
  const { act, isDoing } = useSerialActions();
  const queries = useQueryClient();
  const others = data?.people.filter(({ is_you }) => !is_you) ?? [];
  if (others.length === 0) return null;
  const withdraw = (): Promise<void> =>
    attempt(async () => {
      toast.success((await call(workspaceRoutes.withdrawHandOver, undefined)).msg);
      await queries.invalidateQueries({ queryKey: workspaceKey });
    });
  return (
    <AccountPanel
      title="Hand over"
      lead="Somebody else becomes an owner, and you become an admin, once they accept. The plan and its payments go along."
    >
      {handover && !handover.is_for_you ? (
        <div ref={leavesFocus} className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm">
            Offered to {handover.to.firstname} {handover.to.lastname}, until {dateInWords(handover.ends, 'medium')}.
          </p>
          <Button look="secondary" busy={isDoing('withdraw')} onClick={() => void act('withdraw', withdraw)}>
            Withdraw
          </Button>
        </div>
      ) : (
        <div ref={leavesFocus}>
          <Button look="secondary" onClick={() => setOpen(true)}>
            Hand over …
          </Button>
        </div>
      )}
      {open && <HandOverDialog others={others} onClose={() => setOpen(false)} />}
    </AccountPanel>
  );
}

function HandOverDialog({ others, onClose }: { others: readonly Colleague[]; onClose: () => void }) {
  const [to, setTo] = useState(others[0]!.id);
  const { fields, prove } = useProof();
  const queries = useQueryClient();
  const submission = useSubmit((values) =>
    prove(values, async (proof) => {
      const { msg } = await call(workspaceRoutes.offerHandOver, { user_id: to, ...proof });
      toast.success(msg);
      await queries.invalidateQueries({ queryKey: workspaceKey });
      onClose();
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      submission={submission}
      title="Hand the workspace over"
      description="We ask them by email. Until they accept, nothing changes; the offer stands for seven days."
      verb="Offer it"
    >
      <SelectField
        label="To"
        value={to}
        onChange={({ target }) => setTo(target.value)}
        options={others.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`])}
      />
      {fields}
    </FormDialog>
  );
}
