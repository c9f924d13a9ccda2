import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { feature } from '../../../platform/http/serve.ts';
import { proveSelf } from '../../accounts/own-account/reauthenticate.ts';
import { changeRole } from '../../accounts/workspaces/change-role.ts';
import {
  acceptHandOver,
  declineHandOver,
  offerHandOver,
  withdrawHandOver,
} from '../../accounts/workspaces/hand-over.ts';
import { invite, resendInvitation, revokeInvitation } from '../../accounts/workspaces/invite.ts';
import { createWorkspace, listWorkspaces, startOwn } from '../../accounts/workspaces/own-workspaces.ts';
import { changeSettings, listPeople, readState } from '../../accounts/workspaces/people.ts';
import { consentToVoice } from '../../transcripts/speakers/voices.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { leave, removePerson } from './end-membership.ts';

export const people = feature(workspaceRoutes, {
  list: listWorkspaces,
  create: createWorkspace,
  startOwn,
  state: readState,
  change: changeSettings,
  consent: consentToVoice,
  people: listPeople,
  invite,
  sendAgain: resendInvitation,
  revokeInvitation,
  changeRole,
  remove: removePerson,
  leave,
  // a person's: whom it is offered to
  async offerHandOver(ctx, { user_id: userId, ...proof }) {
    await proveSelf(ctx, proof);
    return offerHandOver(ctx, userId);
  },
  withdrawHandOver,
  acceptHandOver,
  declineHandOver,
  async delete(ctx, { name, ...proof }) {
    await proveSelf(ctx, proof);
    return deleteWorkspace(ctx, name);
  },
});
