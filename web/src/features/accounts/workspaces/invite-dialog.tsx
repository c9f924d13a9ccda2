import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { Role } from '@lectern/contract/rules/rights';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../session/call.ts';
import { useMember } from '../../../session/stored-session.ts';
import { peopleKey, useWorkspaceState, workspaceKey, workspacesKey } from '../../../session/workspaces.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalid, useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { fullText, PlacesFull, placesText } from './places.tsx';
import { roleNames } from '@lectern/contract/rules/rights';
import { rolesToGive, roleTexts } from './roles.ts';

/** Sends an invitation by mail; what is written in it is not lost by accident. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const { membership_expired: isExpired, plan } = useMember();
  const { data: workspace } = useWorkspaceState();
  const [chosen, setChosen] = useState<Role>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const role = chosen ?? (workspace && fullText(workspace, 'editor', plan) ? 'viewer' : 'editor');
  const full = workspace && fullText(workspace, role, plan);
  const submission = useSubmit(async ({ email = '' }) => {
    // The role stays chosen, whatever places are left.
    setChosen(role);
    if (!email.trim()) throw invalid('Please enter an email address.', 'email');
    try {
      toast.success((await call(workspaceRoutes.invite, { email: email.trim(), role })).msg);
    } finally {
      // Places may have been taken meanwhile.
      for (const queryKey of [peopleKey, workspaceKey, workspacesKey]) void queries.invalidateQueries({ queryKey });
    }
    onClose();
    if (pathname !== '/asset/workspace') void navigate('/asset/workspace');
  });

  const texts = {
    title: 'Invite people',
    description: 'They get an email with a link. It works once, for seven days, and for this address only.',
  };
  if (isExpired)
    return (
      <Dialog open onClose={onClose} {...texts}>
        <PlacesFull text="The membership of this workspace has expired. Nobody is removed, and nobody can be invited until it is renewed." />
      </Dialog>
    );
  return (
    <FormDialog guards onClose={onClose} submission={submission} verb="Send invitation" {...texts}>
      <Field name="email" type="email" label="Email" autoComplete="off" />
      <SelectField
        label="Role"
        value={role}
        onChange={({ target }) => setChosen(Role.parse(target.value))}
        hint={workspace && placesText(workspace, role)}
        options={rolesToGive(workspace?.role === 'owner').map((each) => [
          each,
          `${roleNames[each]}: ${roleTexts[each]}`,
        ])}
      />
      {full && <PlacesFull text={full} />}
    </FormDialog>
  );
}
